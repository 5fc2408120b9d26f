export function PartsPage() {
  return <main />
}
