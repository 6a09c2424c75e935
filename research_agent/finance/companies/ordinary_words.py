"""Words that are also company names or tickers, and mostly mean something else in a sentence."""

__all__ = ["ABBREVIATIONS", "CAPITAL_NAMES", "METRIC_WORDS", "ORDINARY_NAMES", "ORDINARY_TICKERS"]

CAPITAL_NAMES = frozenset(
    {"alphabet", "best buy", "carnival", "caterpillar", "meta", "oracle", "sap", "shell", "ups"}
    | {"visa"}
)
"""Names that need their capital, and with it are safe anywhere in a sentence."""

ORDINARY_NAMES = frozenset(
    """
    accelerant accolade acreage acuity agora align allegiance allied amaze ammo amplitude angle
    apollo appreciate arm arrival assure atlas audacy authentic aware azul babylon ball bandwidth
    banner bark best beyond bill block booking booking boston bots box brady bright
    brunswick buckle bullish bumble cabot cadence cannabist canon capital captivision carpenter
    carrier carter carters cash catalyst celsius charter chart chase cheer chime
    cincinnati citizens city click coffee cohen coherent comfort compass comstock conduit
    confluent constellation cool core crane crawford creative credo cricut crown crypto culp
    damon dave decent delta deluxe diodes diploma disco discover dole domo donaldson dow
    eastern echo elastic element emerald emerging employers enact encore energizer energy enlighten
    equitable evergreen everest exponent express fairfax farmhouse fathom ferguson figs figure flex
    fluent flutter focus fold formfactor fox franklin freedom freelancer frequency freshworks
    frontdoor frontline gap garden gate gold graham grail gravity griffon groovy growth guess
    guident guild harmonic harrow hawaiian hawkins hayward healing highway hilltop hippo honest
    hope icon imac immersion income informed innovate integer inter interface intergroup intrusion
    investar iridium jackson jazz joann joint kirby knowles kraft latch lattice lear lemonade
    legence legible life lineage linkhome lithium loar lucent lumen maiden magnet magnite marcus
    mars match mercury meridian metro miller mint mongo morgan mosaic murphy mystic nasdaq navigator net
    news nice noah noble noodles nova novo obie oblong on open opera orange organic orion outbrain
    outdoor owlet paid pandora paramount pearson perfect perimeter pineapple polaris pool
    popular position post premier principal progressive pros prudential pure quantum range
    rapid reading red reflect regions relativity reliability reliance reliant remark restaurant
    revenue rhythm rocket rogers root roper ross rumble sabre safehold sage samsara scholastic
    scores scorpius screen sea seek senior sentinel service shift sidechannel silicon slam snail
    snap sonder southern southland specificity sphere spire spok spring sprout square star stem
    steer stewards strategy stream strive stride strong summit sun switch tapestry target
    team teads tenable tennant tidewater tilt timken tiny titan toast tower trade traeger travelers
    trend trex tribe trimble trip tron true truth unit united unity universal upstart vale value
    venture versant vertex vestis viking view vince visionary vital warrantee waters weed wells
    west western worlds yellow yeti zoom
    """.split()
) | {"principal financial", "s and p"}
"""Names a sentence has to single out: by a capital in its middle, a possessive or a list."""

ORDINARY_TICKERS = frozenset(
    """
    A ACRE ACT AD ADD ADS AGE AGO AI AIM AIR AL ALL AM AN ANY APP APPS ARE ARM ART AS ASK AT AURA
    AWAY B BACK BAR BASE BE BEST BETA BID BIG BILL BIO BIT BLUE BOLD BOOM BOSS BOT BOTH BOX BUY BY
    C CAKE CALM CAN CAP CAPS CAR CARD CARE CARS CART CASH CAT CENT CHEF CODE COIN COLD COOK CORN COST
    CUBE CURE CUT D DAY DE DEBT DO DOG DOOR DRUG E EARN EAST EASY EAT ED EDIT EGG ET EVER EYE F FACT
    FARM FAST FAT FAX FEED FILE FIT FIVE FIX FLOW FLUX FLY FOR FORM FOUR FREE FUN FUND G GAIN GAME
    GAP GATE GEL GENE GIFT GIG GIVE GO GOLD GOOD GRAY GROW H HA HALO HAS HE HEAR HELP HERE HOLD
    HOPE HOUR HUGE I ICE IN INFO IRON IT J JOB JUMP K KEY KEYS KIDS KIND KING KNOW L LAB LAND LAST LAW
    LEND LIFE LIKE LINE LINK LION LIST LIVE LOAN LONG LOOP LOT LOVE LOW LUNG M MAIN MAN MAP MAPS
    MARK MASS MATH MEAN MESH MET MIND MOD MOVE MY NEAR NET NEW NEXT NICE NINE NO NOTE NOW O ON ONE
    ONTO OP OPEN OPT OR OUT P PACK PAR PATH PAY PAYS PEAK PET PICK PLAN PLAY PLUG PLUS POOL PORT
    POST PRE PRO Q R RACE RAIL RAIN RAMP RARE RATE RAY REAL RELY RENT RES RICE RIDE RISK ROAD ROOT
    RUN S SAFE SALE SAND SAVE SEA SEE SELF SELL SHIP SHOE SHOP SHOT SITE SIX SKIN SKY SMART SNOW
    SO SOLD SPIN SPOT ST STAR STAY STEM STEP SUCH SUM SUN SURE T TAG TAGS TAIL TALK TASK TAX TEAM
    TECH TELL TEN TERM TEST THE TOP TOUR TRUE TURN TWIN TWO U UNIT UP UPS US V VALUE VERY VIA VIEW
    VS W WARM WATT WAY WEEK WELL WEST WHEN WIN WIND WIRE WISE WISH WOLF WOOD WORK X Y YOU Z ZIP
    ZONE
    """.split()
)
"""Tickers that are words or single letters: capitals alone do not make them a company."""

ABBREVIATIONS = frozenset(
    """
    AAA ACA ACH ADC ADR ADS AFFO AFS AI AM AND AOCI APAC API APY ARR ARPU ASC ASP ASR ASU AUD AUM
    AV AWS BN BPS BPO CAC CAD CAGR CAPEX CC CCC CD CDO CDS CEO CET CF CFO CFFO CFR CHF CIK CIO CMO
    CNY CO COGS COO CORP COVID CPA CPI CPU CSO CSR CSV CTO CISO CMS COSO CY DA DAU DC DCF DEA DIO DMA DOJ DOL DPO DPS
    DRAM DSO DTA DTL EBIT EBITA EBITDA EBT EC EEA EMEA EOY EPA EPS ESG ESOP ESPP ETF EU EUR EV
    EVA EVS FAQ FASB FCF FCFE FCFF FDA FDIC FED FFO FIFO FTC FTE FX FY GAAP GBP GDP GDPR GHG GMV HHS
    GPU HBM HKD HR HTML HTTP IAS IASB IFRS II III INC INR IP IPO IR IRA IRR IRS IT IV IX JPY KPI KRW
    LBO LED LIBOR LIFO LLC LLP LNG LTD LTM LTV MAU MAX MD MDA MIN ML MM MOM MRQ MSRP NA NAND NAV
    NEV NFT NI NII NIM NOI NOL NOPAT NPV NRR NTM NYSE OCF OCI OEM OK OPEX OTC PA PBT PC PCE PDF PE
    PEG PFAS PLC PM PP PPE PPI PPT PR PS QA QOQ QTD RD REIT RFP RMB ROA ROAS ROC ROCE ROE ROI ROIC
    ROTE ROU RPO RSU SAAS SBC SEC SEO SG SGA SGD SKU SMB SOFR SOTP SPAC SSD SUV TAC TAM TBD TEV
    TIPS TSR TTM TV TWD UI UK UN UPB URL USA USB USD USDC UX VAT VC VI VII VIE VIII VP VR WACC WIP
    XBRL XI XII YOY YTD YTM
    """.split()
)
"""Capitals of finance prose that also happen to be tickers of companies nobody means."""

METRIC_WORDS = frozenset(
    """
    acquisition adjusted annual asset assets average balance capital cash cost current debt
    dividend dividends earnings equity expense expenses finance financial fiscal flow free fund
    funds gross growth income interest key loss margin market net operating price profit quarter
    ratio return revenue sales securities share shares stock strategic tax total trust value
    working year yield
    """.split()
)
"""A name made of these alone ("Total Return", "Capital Income") is a phrase, not a company."""
