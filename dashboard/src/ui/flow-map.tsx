import { useId } from 'react'
import { classNames } from './class-names.ts'
import { flowSizes, layOutFlow } from './flow-layout.ts'
import type { FlowNode } from './flow-layout.ts'
import { VisuallyHidden } from './visually-hidden.tsx'
import styles from './flow-map.module.css'

export interface FlowMapNode extends FlowNode {
  /** What a screen reader reads for it: its name, and where it leads. */
  sentence: string
  isMarked?: boolean
  /** It was passed, such as by a trial. */
  isPassed?: boolean
}

const { width, height } = flowSizes
/** As many characters as a box holds. */
const charactersMax = 14

/** Steps and the ways between them, drawn from above to below. Read only; it scrolls by itself. */
export function FlowMap({ label, nodes }: { label: string; nodes: readonly FlowMapNode[] }) {
  const id = useId()
  const layout = layOutFlow(nodes)
  const shown = new Map(nodes.map((node) => [node.id, node]))
  return (
    <div className={styles.frame} role="group" aria-label={label} tabIndex={0} dir="ltr">
      <VisuallyHidden>
        <ul>
          {nodes.map((node) => (
            <li key={node.id}>{node.sentence}</li>
          ))}
        </ul>
      </VisuallyHidden>
      <svg width={layout.width} height={layout.height} aria-hidden="true" className={styles.map}>
        <defs>
          <marker id={id} viewBox="0 0 6 6" refX="6" refY="3" markerWidth="6" markerHeight="6" orient="auto">
            <path d="M0 0L6 3L0 6z" className={styles.tip} />
          </marker>
        </defs>
        {layout.lines.map((line) => (
          <path
            key={line.key}
            d={line.path}
            markerEnd={`url(#${id})`}
            className={classNames(styles.line, shown.get(line.from)?.isMarked && styles.from)}
          />
        ))}
        {layout.nodes.map(({ id: name, x, y }) => {
          const node = shown.get(name)!
          return (
            <g key={name} transform={`translate(${x} ${y})`}>
              <title>{name}</title>
              <rect
                width={width}
                height={height}
                rx="3"
                className={classNames(
                  styles.box,
                  node.row === null && styles.loose,
                  node.isPassed && styles.passed,
                  node.isMarked && styles.marked,
                )}
              />
              <text x={width / 2} y={height / 2} className={styles.name}>
                {name.length > charactersMax ? `${name.slice(0, charactersMax - 1)}…` : name}
              </text>
            </g>
          )
        })}
      </svg>
    </div>
  )
}
