/** A point of a flow, with the points that it leads to. */
export interface FlowNode {
  id: string
  /** Its row from the top; null: nothing leads there, and it stands in the last row. */
  row: number | null
  leadsTo: readonly string[]
}

export interface PlacedNode {
  id: string
  x: number
  y: number
}

export interface FlowLine {
  key: string
  from: string
  to: string
  /** For the member `d` of an SVG path. */
  path: string
}

export interface FlowLayout {
  width: number
  height: number
  nodes: readonly PlacedNode[]
  lines: readonly FlowLine[]
}

/** Sizes in pixels. `side` is left at both sides for the lines that lead back. */
export const flowSizes = { width: 96, height: 28, gapX: 8, gapY: 32, side: 20 } as const

/**
 * Places the points in rows, each row in the given order and centered, and draws the lines between them: down to the
 * next rows from edge to edge, along a row below it, and back around the side.
 */
export function layOutFlow(nodes: readonly FlowNode[]): FlowLayout {
  const { width, height, gapX, gapY, side } = flowSizes
  const last = Math.max(-1, ...nodes.map(({ row }) => row ?? -1)) + 1
  const rows = Array.from({ length: last + 1 }, () => [] as FlowNode[])
  for (const node of nodes) rows[node.row ?? last]!.push(node)
  const used = rows.filter((row) => row.length > 0)
  const widest = Math.max(0, ...used.map((row) => row.length * (width + gapX) - gapX))
  const placed = new Map<string, PlacedNode & { row: number }>()
  used.forEach((row, at) => {
    const own = row.length * (width + gapX) - gapX
    row.forEach((node, index) => {
      const x = side + (widest - own) / 2 + index * (width + gapX)
      placed.set(node.id, { id: node.id, x, y: 1 + at * (height + gapY), row: at })
    })
  })
  const lines = nodes.flatMap((node) =>
    [...new Set(node.leadsTo)].flatMap((to) => {
      const [one, other] = [placed.get(node.id)!, placed.get(to)]
      if (other === undefined) return []
      return [{ key: `${node.id} ${to}`, from: node.id, to, path: pathBetween(one, other) }]
    }),
  )
  return {
    width: widest + 2 * side,
    height: used.length === 0 ? 0 : used.length * (height + gapY) - gapY + 2,
    nodes: nodes.map(({ id }) => {
      const { x, y } = placed.get(id)!
      return { id, x, y }
    }),
    lines,
  }
}

function pathBetween(one: PlacedNode & { row: number }, other: PlacedNode & { row: number }): string {
  const { width, height, gapY, side } = flowSizes
  const middle = width / 2
  if (other.row > one.row) {
    const [fromX, fromY, toX, toY] = [one.x + middle, one.y + height, other.x + middle, other.y]
    const bend = other.row === one.row + 1 ? gapY / 2 : gapY
    return `M${fromX} ${fromY}C${fromX} ${fromY + bend} ${toX} ${toY - bend} ${toX} ${toY}`
  }
  if (other.row === one.row && other.id !== one.id) {
    const [fromX, toX, y] = [one.x + middle + 12, other.x + middle - 12, one.y + height]
    return `M${fromX} ${y}C${fromX} ${y + gapY * 0.7} ${toX} ${y + gapY * 0.7} ${toX} ${y}`
  }
  // Back: out at the end of one and in at the end of the other.
  const [fromX, fromY] = [one.x + width, one.y + height / 2 + 4]
  const [toX, toY] = [other.x + width, other.y + height / 2 - 4]
  const out = Math.max(fromX, toX) + side - 8
  return `M${fromX} ${fromY}C${out} ${fromY} ${out} ${toY} ${toX} ${toY}`
}
