/** The answer of a list endpoint. */
export interface ListPage {
  items: Record<string, unknown>[]
  pagination: { total: number } & Record<string, unknown>
}

/** Objects are sent as JSON. */
export type ListQuery = Record<string, string | number | boolean | object>

/** Returns the query string after the `?`. */
export function parametersOf(query: ListQuery): string {
  const parameters = Object.entries(query).map(([name, value]) => [
    name,
    typeof value === 'object' ? JSON.stringify(value) : String(value),
  ])
  return new URLSearchParams(parameters).toString()
}

export function idsOf({ items }: ListPage): unknown[] {
  return items.map(({ _id }) => _id)
}
