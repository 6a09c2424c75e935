"""Names of countries by the code that the SEC's `country` taxonomy uses (ISO 3166, two letters)."""

__all__ = ["COUNTRY_NAMES"]

_TABLE = """
AD Andorra|AE United Arab Emirates|AF Afghanistan|AG Antigua and Barbuda|AL Albania|
AM Armenia|AO Angola|AR Argentina|AT Austria|AU Australia|AZ Azerbaijan|
BA Bosnia and Herzegovina|BB Barbados|BD Bangladesh|BE Belgium|BF Burkina Faso|BG Bulgaria|
BH Bahrain|BI Burundi|BJ Benin|BM Bermuda|BN Brunei|BO Bolivia|BR Brazil|BS Bahamas|
BT Bhutan|BW Botswana|BY Belarus|BZ Belize|CA Canada|CD Congo (Kinshasa)|
CF Central African Republic|CG Congo (Brazzaville)|CH Switzerland|CI Ivory Coast|CL Chile|
CM Cameroon|CN China|CO Colombia|CR Costa Rica|CU Cuba|CV Cape Verde|CW Curaçao|CY Cyprus|
CZ Czechia|DE Germany|DJ Djibouti|DK Denmark|DO Dominican Republic|DZ Algeria|EC Ecuador|
EE Estonia|EG Egypt|ER Eritrea|ES Spain|ET Ethiopia|FI Finland|FJ Fiji|FR France|GA Gabon|
GB United Kingdom|GE Georgia|GG Guernsey|GH Ghana|GI Gibraltar|GM Gambia|GN Guinea|
GQ Equatorial Guinea|GR Greece|GT Guatemala|GU Guam|GY Guyana|HK Hong Kong|HN Honduras|
HR Croatia|HT Haiti|HU Hungary|ID Indonesia|IE Ireland|IL Israel|IM Isle of Man|IN India|
IQ Iraq|IR Iran|IS Iceland|IT Italy|JE Jersey|JM Jamaica|JO Jordan|JP Japan|KE Kenya|
KG Kyrgyzstan|KH Cambodia|KN Saint Kitts and Nevis|KP North Korea|KR South Korea|KW Kuwait|
KY Cayman Islands|KZ Kazakhstan|LA Laos|LB Lebanon|LC Saint Lucia|LI Liechtenstein|
LK Sri Lanka|LR Liberia|LS Lesotho|LT Lithuania|LU Luxembourg|LV Latvia|LY Libya|
MA Morocco|MC Monaco|MD Moldova|ME Montenegro|MG Madagascar|MH Marshall Islands|
MK North Macedonia|ML Mali|MM Myanmar|MN Mongolia|MO Macau|MR Mauritania|MT Malta|
MU Mauritius|MV Maldives|MW Malawi|MX Mexico|MY Malaysia|MZ Mozambique|NA Namibia|NE Niger|
NG Nigeria|NI Nicaragua|NL Netherlands|NO Norway|NP Nepal|NZ New Zealand|OM Oman|PA Panama|
PE Peru|PG Papua New Guinea|PH Philippines|PK Pakistan|PL Poland|PR Puerto Rico|
PT Portugal|PY Paraguay|QA Qatar|RO Romania|RS Serbia|RU Russia|RW Rwanda|SA Saudi Arabia|
SC Seychelles|SD Sudan|SE Sweden|SG Singapore|SI Slovenia|SK Slovakia|SL Sierra Leone|
SN Senegal|SO Somalia|SR Suriname|SS South Sudan|SV El Salvador|SY Syria|SZ Eswatini|
TD Chad|TG Togo|TH Thailand|TJ Tajikistan|TL Timor-Leste|TM Turkmenistan|TN Tunisia|
TR Turkey|TT Trinidad and Tobago|TW Taiwan|TZ Tanzania|UA Ukraine|UG Uganda|
US United States|UY Uruguay|UZ Uzbekistan|VC Saint Vincent and the Grenadines|VE Venezuela|
VG British Virgin Islands|VI U.S. Virgin Islands|VN Vietnam|XK Kosovo|YE Yemen|
ZA South Africa|ZM Zambia|ZW Zimbabwe
"""

COUNTRY_NAMES: dict[str, str] = {
    entry[:2]: entry[3:] for entry in _TABLE.replace("\n", "").split("|")
}
