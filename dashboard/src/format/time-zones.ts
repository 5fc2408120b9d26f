/** Names of today that browsers leave out of their list, since they keep the names from before. */
const namesOfToday = [
  'Africa/Asmara',
  'America/Argentina/Buenos_Aires',
  'America/Argentina/Catamarca',
  'America/Argentina/Cordoba',
  'America/Argentina/Jujuy',
  'America/Argentina/Mendoza',
  'America/Atikokan',
  'America/Indiana/Indianapolis',
  'America/Kentucky/Louisville',
  'America/Nuuk',
  'Asia/Ho_Chi_Minh',
  'Asia/Kathmandu',
  'Asia/Kolkata',
  'Asia/Yangon',
  'Atlantic/Faroe',
  'Europe/Kyiv',
  'Pacific/Chuuk',
  'Pacific/Kanton',
  'Pacific/Pohnpei',
]

const known = Intl.supportedValuesOf('timeZone')

/** Returns the names of the time zones to choose from, in order, with the chosen one whatever it is called. */
export function offeredZones(chosen: string | null): string[] {
  const more = ['UTC', ...namesOfToday].filter(isShown)
  return [...new Set([...known, ...more, ...(chosen === null ? [] : [chosen])])].toSorted()
}

/** Returns whether this browser can show times of a zone. An older one may not know its newer name. */
function isShown(zone: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: zone }) instanceof Intl.DateTimeFormat
  } catch {
    return false
  }
}
