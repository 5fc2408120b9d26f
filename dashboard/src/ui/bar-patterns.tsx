/** How the parts of a bar differ: by shade and hatching, since a color says only what is now. */
const shades = ['var(--ink-2)', 'var(--edge)', 'var(--line-2)'] as const

/** Hatchings for parts after the shades: how a square of 6 px is drawn. */
const hatchings = [
  'M0 6L6 0M-1 1L1 -1M5 7L7 5',
  'M0 3H6',
  'M3 0V6',
  'M0 0L6 6M-1 5L1 7M5 -1L7 1',
  'M0 3H6M3 0V6',
] as const

/** The hatchings of one drawing, which its own ids name. */
export function PartPatterns({ id }: { id: string }) {
  return (
    <defs>
      {hatchings.map((path, index) => (
        <pattern key={path} id={`${id}-${index}`} width="6" height="6" patternUnits="userSpaceOnUse">
          <rect width="6" height="6" fill="var(--ground)" />
          <path d={path} stroke="var(--ink-2)" strokeWidth="1.25" fill="none" />
        </pattern>
      ))}
    </defs>
  )
}

/** Returns the fill of a part by its place. */
export function partFill(id: string, part: number): string {
  return shades[part] ?? `url(#${id}-${(part - shades.length) % hatchings.length})`
}
