/**
 * Takes `--cell NAME`, which every command but `cells` has, out of its arguments. Arguments behind `--` are left alone.
 * Returns a null name where the option is not given.
 */
export function takeCell(given: readonly string[]): { cell: string | null; args: string[] } {
  const args = [...given]
  const end = args.includes('--') ? args.indexOf('--') : args.length
  const place = args.findIndex((arg, index) => index < end && /^--cell(=|$)/.test(arg))
  if (place === -1 || args[0] === 'cells') return { cell: null, args }
  const [, joined] = args[place]!.split('=')
  const [, next = ''] = args.splice(place, joined === undefined ? 2 : 1)
  return { cell: joined ?? next, args }
}
