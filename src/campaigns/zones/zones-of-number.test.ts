import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import { isDeepStrictEqual } from 'node:util'
import { writePrefixZones } from '../../../scripts/prefix-zones.ts'
import { normalizePhoneNumber } from '../../base/phone-number.ts'
import { zonesByPrefix } from './zones-by-prefix.ts'
import { zonesOfCountry, zonesOfNumber } from './zones-of-number.ts'

/** Countries with one time zone: a fixed line, a mobile number, and the zone. */
const oneZone = `
  AD +376726784 +376312345 Europe/Andorra
  AE +97134328450 +971501234567 Asia/Dubai
  AF +93579347881 +93701234567 Asia/Kabul
  AL +35552780780 +355672123456 Europe/Tirane
  AM +37423256229 +37477123456 Asia/Yerevan
  AO +244266130186 +244923123456 Africa/Luanda
  AT +4315527 +43664123456 Europe/Vienna
  AZ +994184295562 +994401234567 Asia/Baku
  BA +38736370076 +38761123456 Europe/Sarajevo
  BD +88079114442 +8801812345678 Asia/Dhaka
  BE +3222708329 +32450001234 Europe/Brussels
  BG +35958870409 +35943012345 Europe/Sofia
  BH +97370457858 +97336001234 Asia/Bahrain
  BN +6735032468 +6737123456 Asia/Brunei
  BO +59139337949 +59171234567 America/La_Paz
  BW +2673909151 +26771123456 Africa/Gaborone
  BY +375177743578 +375294911911 Europe/Minsk
  BZ +5014608796 +5016221234 America/Belize
  CH +41220067270 +41781234567 Europe/Zurich
  CI +2252526218094 +2250123456789 Africa/Abidjan
  CO +5746897442 +573211234567 America/Bogota
  CR +50626983514 +50683123456 America/Costa_Rica
  CU +5376590875 +5351234567 America/Havana
  CV +2382387361 +2389911234 Atlantic/Cape_Verde
  CZ +420588403108 +420601123456 Europe/Prague
  DZ +21334958898 +213551234567 Africa/Algiers
  EE +3724728694 +37251234567 Europe/Tallinn
  EG +20406135083 +201001234567 Africa/Cairo
  ET +251114249155 +251911234567 Africa/Addis_Ababa
  FI +3586885536 +358412345678 Europe/Helsinki
  FJ +6793076562 +6797012345 Pacific/Fiji
  FR +33475114722 +33612345678 Europe/Paris
  GA +24101257132 +24106031234 Africa/Libreville
  GB +441547455942 +447400123456 Europe/London
  GE +995361647729 +995555123456 Asia/Tbilisi
  GH +233362037598 +233231234567 Africa/Accra
  GM +2208932754 +2203012345 Africa/Banjul
  GR +302159202211 +306912345678 Europe/Athens
  GT +50264232865 +50251234567 America/Guatemala
  GY +5922576466 +5926091234 America/Guyana
  HK +85234934947 +85251234567 Asia/Hong_Kong
  HN +50428857381 +50491234567 America/Tegucigalpa
  HR +38547184557 +385921234567 Europe/Zagreb
  HT +50929975093 +50934101234 America/Port-au-Prince
  HU +3676922254 +36201234567 Europe/Budapest
  IE +3534728694 +353850123456 Europe/Dublin
  IL +97229881139 +972502345678 Asia/Jerusalem
  IN +911547455942 +918123456789 Asia/Kolkata
  IQ +964361647729 +9647912345678 Asia/Baghdad
  IR +98548814 +989123456789 Asia/Tehran
  IS +3545324451 +3546111234 Atlantic/Reykjavik
  IT +39012464 +393123456789 Europe/Rome
  JO +96287991861 +962790123456 Asia/Amman
  JP +81390189891 +819012345678 Asia/Tokyo
  KE +254428478724 +254712123456 Africa/Nairobi
  KG +996622260497 +996700123456 Asia/Bishkek
  KH +85575935532 +85591234567 Asia/Phnom_Penh
  KR +8228857381 +821020000000 Asia/Seoul
  KW +96524151214 +96550012345 Asia/Kuwait
  LA +85631312223 +8562023123456 Asia/Vientiane
  LB +9615032468 +96171123456 Asia/Beirut
  LK +94415934263 +94712345678 Asia/Colombo
  LR +23123348144 +231770123456 Africa/Monrovia
  LT +37031316237 +37061234567 Europe/Vilnius
  LU +3525917375533 +352628123456 Europe/Luxembourg
  LV +37169106796 +37121234567 Europe/Riga
  LY +218265245245 +218912345678 Africa/Tripoli
  MA +212534120240 +212650123456 Africa/Casablanca
  MD +37326983514 +37362112345 Europe/Chisinau
  ME +38240624320 +38260123456 Europe/Podgorica
  MG +261205324451 +261321234567 Indian/Antananarivo
  MK +38934615459 +38972345678 Europe/Skopje
  ML +22340492222 +22365012345 Africa/Bamako
  MM +95165883 +9592123456 Asia/Yangon
  MT +35622937593 +35696961234 Europe/Malta
  MU +2302717876 +23052512345 Indian/Mauritius
  MV +9606849749 +9607712345 Indian/Maldives
  MW +2651268553 +265991234567 Africa/Blantyre
  MZ +25824282097 +258821234567 Africa/Maputo
  NA +264610936834 +264811234567 Africa/Windhoek
  NG +2342029073230 +2348021234567 Africa/Lagos
  NI +50526983514 +50581234567 America/Managua
  NL +31529855714 +31612345678 Europe/Amsterdam
  NO +4776590875 +4740612345 Europe/Oslo
  NP +97797290269 +9779841234567 Asia/Kathmandu
  OM +96821015097 +96892123456 Asia/Muscat
  PA +5079500975 +50761234567 America/Panama
  PE +5118645643 +51912345678 America/Lima
  PH +63331501197 +639051234567 Asia/Manila
  PK +926556989041 +923012345678 Asia/Karachi
  PL +48420502841 +48512345678 Europe/Warsaw
  PY +5953202142 +595961456789 America/Asuncion
  QA +97440939347 +97433123456 Asia/Qatar
  RO +40361647729 +40712034567 Europe/Bucharest
  RS +38126225397250 +381601234567 Europe/Belgrade
  SA +966177743578 +966512345678 Asia/Riyadh
  SD +249155648186 +249911231234 Africa/Khartoum
  SE +4683937509 +46701234567 Europe/Stockholm
  SG +6566410999 +6581234567 Asia/Singapore
  SI +38648640457 +38631234567 Europe/Ljubljana
  SK +421554726388 +421912123456 Europe/Bratislava
  SN +221367772822 +221701234567 Africa/Dakar
  SV +50328857381 +50370123456 America/El_Salvador
  SY +96334958898 +963944567890 Asia/Damascus
  TH +6643040357 +66812345678 Asia/Bangkok
  TJ +992332149513 +992917123456 Asia/Dushanbe
  TN +21672430322 +21620123456 Africa/Tunis
  TR +904649454064 +905012345678 Europe/Istanbul
  TW +88676590875 +886912345678 Asia/Taipei
  TZ +255267416984 +255621234567 Africa/Dar_es_Salaam
  UG +256406135083 +256712345678 Africa/Kampala
  UY +59824151214 +59894231234 America/Montevideo
  VE +582887613564 +584121234567 America/Caracas
  VN +842761113404 +84912345678 Asia/Ho_Chi_Minh
  YE +9675324451 +967712345678 Asia/Aden
  ZA +27412363970 +27711234567 Africa/Johannesburg`

/**
 * Numbers of countries with several time zones, and the zones as maps have them: of the place of a fixed line, of the
 * whole country for a mobile number. Zones with the same clocks are named once.
 */
const severalZones = `
  # Argentina has several zones and one time.
  +541123456789 America/Argentina/Buenos_Aires
  +5491123456789 America/Argentina/Buenos_Aires
  # Australia: Sydney with Lord Howe, Melbourne, Brisbane with Sydney; Adelaide and Perth share their digits.
  +61293744000 Australia/Sydney Australia/Lord_Howe
  +61396503333 Australia/Melbourne
  +61732105000 Australia/Brisbane Australia/Sydney
  +61892214444 Australia/Perth Australia/Eucla Australia/Adelaide
  +61882123456 Australia/Perth Australia/Adelaide
  +61412345678 Australia/Perth Australia/Eucla Australia/Darwin Australia/Adelaide Australia/Brisbane Australia/Sydney Australia/Lord_Howe
  # Brazil: São Paulo, Manaus, Rio Branco. Pará, beside Manaus, has São Paulo's time.
  +551123456789 America/Sao_Paulo
  +559232345678 America/Manaus America/Sao_Paulo
  +556832123456 America/Rio_Branco
  +5511961234567 America/Noronha America/Sao_Paulo America/Manaus America/Rio_Branco
  # Canada: Toronto, Vancouver, Halifax, St. John's, Winnipeg, Regina; mobile numbers look the same.
  +14162345678 America/Toronto
  +16042345678 America/Vancouver
  +12042345678 America/Winnipeg
  +13062345678 America/Regina
  # The Democratic Republic of the Congo: Kinshasa, Lubumbashi.
  +243123456789 Africa/Kinshasa
  +243991234567 Africa/Kinshasa Africa/Lubumbashi
  # Chile: fixed lines and mobile numbers look alike.
  +56221234567 America/Santiago America/Punta_Arenas Pacific/Easter
  +56961234567 America/Santiago America/Punta_Arenas Pacific/Easter
  # China has one time by law; Xinjiang's own counts for mobile numbers.
  +861062345678 Asia/Shanghai
  +8613123456789 Asia/Shanghai Asia/Urumqi
  # Cyprus and Germany have two zones and one time.
  +35722345678 Asia/Nicosia
  +35796123456 Asia/Nicosia
  +493012345678 Europe/Berlin
  +4915123456789 Europe/Berlin
  # Ecuador: Quito; mobile numbers may be on the Galápagos.
  +59322212345 America/Guayaquil
  +593991234567 America/Guayaquil Pacific/Galapagos
  # Spain: Madrid, Las Palmas.
  +34913456789 Europe/Madrid
  +34928123456 Atlantic/Canary
  +34612345678 Europe/Madrid Atlantic/Canary
  # Indonesia: Jakarta, Denpasar, Jayapura.
  +62215551234 Asia/Jakarta
  +62361234567 Asia/Makassar
  +62967534567 Asia/Jayapura
  +62812345678 Asia/Jakarta Asia/Makassar Asia/Jayapura
  # Kazakhstan has had one time since 2024.
  +77272123456 Asia/Almaty
  +77710009998 Asia/Almaty
  # Malaysia has two zones and one time.
  +60323856789 Asia/Kuala_Lumpur
  +60123456789 Asia/Kuala_Lumpur
  # Mongolia: Ulan Bator, Khovd.
  +97611312345 Asia/Ulaanbaatar
  +97688123456 Asia/Ulaanbaatar Asia/Hovd
  # New Zealand: Auckland, the Chatham Islands.
  +6493212345 Pacific/Auckland
  +6433051234 Pacific/Chatham
  +64211234567 Pacific/Auckland Pacific/Chatham
  # Papua New Guinea: one prefix for all of it, and Bougainville has its own time.
  +6753123456 Pacific/Port_Moresby Pacific/Bougainville
  +67570123456 Pacific/Port_Moresby Pacific/Bougainville
  # Palestine is listed with Bucharest, whose clocks change on other days.
  +97022234567 Asia/Gaza
  +970599123456 Asia/Gaza
  # Portugal: Lisbon, Ponta Delgada.
  +351212345678 Europe/Lisbon
  +351296234567 Atlantic/Azores
  +351912345678 Europe/Lisbon Atlantic/Azores
  # Russia: Moscow, Yekaterinburg, Vladivostok. Kaliningrad is listed with Bucharest, so it may be anywhere.
  +74951234567 Europe/Moscow
  +73432123456 Asia/Yekaterinburg
  +74232123456 Asia/Vladivostok
  +74012345678 Europe/Kaliningrad Europe/Moscow Europe/Samara Asia/Yekaterinburg Asia/Omsk Asia/Krasnoyarsk Asia/Irkutsk Asia/Yakutsk Asia/Vladivostok Asia/Magadan Asia/Kamchatka
  +79123456789 Europe/Kaliningrad Europe/Moscow Europe/Samara Asia/Yekaterinburg Asia/Omsk Asia/Krasnoyarsk Asia/Irkutsk Asia/Yakutsk Asia/Vladivostok Asia/Magadan Asia/Kamchatka
  # Ukraine: Crimea has Moscow's time.
  +380442345678 Europe/Kyiv Europe/Moscow
  +380501234567 Europe/Kyiv Europe/Moscow
  # Uzbekistan has two zones and one time.
  +998712345678 Asia/Tashkent
  +998912345678 Asia/Tashkent
  # The United States: New York, Chicago, Denver, Phoenix, Los Angeles, Honolulu, Anchorage; Idaho has two times.
  +12125550123 America/New_York
  +13125550123 America/Chicago
  +13035550123 America/Denver
  +16025550123 America/Phoenix
  +13105550123 America/Los_Angeles
  +18085550123 Pacific/Honolulu
  # Alaska, with the Aleutians, and a few of its numbers in Hawaii.
  +19075550123 America/Anchorage America/Adak Pacific/Honolulu
  +12085550123 America/Boise America/Los_Angeles
  # Others of the North American plan.
  +18765550123 America/Jamaica
  +17875550123 America/Puerto_Rico
  +18095550123 America/Santo_Domingo
  +16715550123 Pacific/Guam
  +14412345678 Atlantic/Bermuda
  # Where Node knows no zones of the country: Kosovo, Ascension.
  +38328012345 Europe/Belgrade
  +38343201234 Europe/Belgrade
  +24762889 Atlantic/St_Helena`

/** Returns the lines of a table as words, without its notes. */
function linesOf(table: string): string[][] {
  return table
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => line.split(/\s+/))
}

/** Returns the zones of which none has the clocks of another one. */
function differing(zones: readonly string[]): string[] {
  const clocks = zones.map((zone) => clocksOf([zone])[0])
  return zones.filter((_, index) => clocks.indexOf(clocks[index]) === index)
}

/** Returns the clocks of zones in two years, every fifth day, each clock once. */
function clocksOf(zones: readonly string[]): string[] {
  const clock = (zone: string): string =>
    Array.from({ length: 146 }, (_, index) => {
      const at = Date.UTC(2026, 0, 1) + index * 5 * 86_400_000
      return Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(zone).offset
    }).join()
  return [...new Set(zones.map(clock))].sort()
}

function check(number: string, zones: readonly string[]): void {
  assert.equal(normalizePhoneNumber(number, null), number, `${number} is a number that can be called`)
  const found = zonesOfNumber(number)
  assert.ok(found !== null, number)
  const message = `${number} is taken to be in ${differing(found.zones).join(' ')}, by the table in ${zones.join(' ')}`
  assert.ok(isDeepStrictEqual(clocksOf(found.zones), clocksOf(zones)), message)
}

describe('the zones of numbers (Rule 151)', () => {
  const rows = linesOf(oneZone)
  it('are one for countries with one zone, fixed line or mobile', () => {
    for (const [country = '', fixed = '', mobile = '', zone = ''] of rows) {
      check(fixed, [zone])
      check(mobile, [zone])
      assert.deepEqual(zonesOfNumber(fixed), { zones: zonesOfCountry(country), source: 'country' })
    }
  })

  const several = linesOf(severalZones)
  it('are those of every longer prefix too, where a prefix is only a rest', () => {
    // Brisbane is listed with Sydney, which has other clocks in summer, but for some of its numbers.
    const found = zonesOfNumber('+61742105000')
    for (const zone of ['Australia/Brisbane', 'Australia/Sydney'])
      assert.ok(found?.zones.includes(zone), zone)
  })

  it('are those of the place for a fixed line and in North America, and all of the country for others', () => {
    for (const [number = '', ...zones] of several) check(number, zones)
    assert.equal(zonesOfNumber('+61293744000')?.source, 'prefix')
    assert.equal(zonesOfNumber('+61412345678')?.source, 'country')
    assert.equal(zonesOfNumber('+12085550123')?.source, 'prefix')
    assert.equal(zonesOfNumber('+74012345678')?.source, 'country')
  })

  it('are checked for 250 numbers and more', () => {
    assert.ok(rows.length * 2 + several.length >= 250, `${rows.length * 2 + several.length}`)
  })

  it('are many for a number that anybody in North America may have', () => {
    const found = zonesOfNumber('+18005550123')
    assert.equal(found?.source, 'prefix')
    assert.ok(found.zones.length >= 40)
    for (const zone of ['America/New_York', 'Pacific/Honolulu', 'America/Halifax'])
      assert.ok(found.zones.includes(zone), zone)
  })

  it('are unknown for numbers of no country', () => {
    for (const number of ['+883510000000094', '+881612345678', '+97901234567890', '+1', 'nobody'])
      assert.equal(zonesOfNumber(number), null, number)
  })
})

describe('the table of prefixes', () => {
  it('is what the time-zone data of libphonenumber makes', () => {
    assert.equal(readFileSync(new URL('./prefix-zones.txt', import.meta.url), 'utf8'), writePrefixZones())
  })

  it('has the longest prefix of a number, in zones that this Node knows', () => {
    assert.equal(zonesByPrefix('+12125550123', '1')?.prefix, '1212')
    assert.equal(zonesByPrefix('+999123456', '999'), null)
    for (const [number = ''] of linesOf(severalZones))
      for (const zone of zonesOfNumber(number)?.zones ?? []) clocksOf([zone])
  })
})
