import { When } from './when.tsx'

interface Changed {
  last_change: { actor_name: string; at: string } | null
  updated_at: string
}

/** The cells of a table's column that says when a record was changed last, and by whom. */
export function changedCells(zone: string) {
  return {
    cell: ({ last_change: last, updated_at }: Changed) => <When at={last?.at ?? updated_at} zone={zone} />,
    second: ({ last_change: last }: Changed) => (last === null ? null : <bdi>{last.actor_name}</bdi>),
  }
}
