/** Formats a number of bytes: "14 kB", "1.2 MB". */
export function formatSize(bytes: number, locale: string): string {
  const [unit, value] =
    bytes < 1_000
      ? (['byte', bytes] as const)
      : bytes < 1_000_000
        ? (['kilobyte', bytes / 1_000] as const)
        : (['megabyte', bytes / 1_000_000] as const)
  const digits = value < 10 && unit !== 'byte' ? 1 : 0
  return new Intl.NumberFormat(locale, {
    style: 'unit',
    unit,
    unitDisplay: unit === 'byte' ? 'long' : 'short',
    maximumFractionDigits: digits,
  }).format(value)
}
