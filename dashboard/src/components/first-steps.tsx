import type { Data } from '../api/operations.ts'
import { usePlace } from '../hooks/use-place.ts'
import { useMessages } from '../messages/use-messages.ts'
import { paths } from '../path-builder.ts'
import type { ProjectPlace } from '../path-builder.ts'
import { Link } from '../ui/link.tsx'
import { Section } from '../ui/section.tsx'
import { StatusMark } from '../ui/status-mark.tsx'
import { VisuallyHidden } from '../ui/visually-hidden.tsx'
import styles from './first-steps.module.css'

type Steps = Data<'getToday'>['first_steps']
type PathName = keyof Steps

/**
 * The steps to a first call and to a first message, with ticks. They go once either has been reached; a path that was
 * not begun is left out while the other one is under way.
 */
export function FirstSteps({ today: { first_steps: steps } }: { today: Data<'getToday'> }) {
  const { home } = useMessages('home')
  const ways: PathName[] = ['voice', 'whatsapp']
  if (ways.some((way) => doneOf(steps, way) === entriesOf(steps, way).length)) return null
  const begun = ways.filter((way) => doneOf(steps, way) > 0)
  return (
    <Section title={home.steps}>
      <div className={styles.ways}>
        {(begun.length === 0 ? ways : begun).map((way) => (
          <Way key={way} way={way} steps={steps} />
        ))}
      </div>
    </Section>
  )
}

function Way({ way, steps }: { way: PathName; steps: Steps }) {
  const { home } = useMessages('home')
  const { place } = usePlace()
  const { title, steps: texts } = home.paths[way]
  const entries = entriesOf(steps, way)
  const next = entries.find(([, isDone]) => !isDone)?.[0]
  return (
    <div>
      <h3 className={styles.title}>{title}</h3>
      <ol aria-label={title}>
        {entries.map(([step, isDone]) => {
          const { what, why } = texts[step] ?? { what: step, why: '' }
          const href = addressOf(step, place)
          return (
            <li key={step} className={styles.step}>
              <StatusMark status={isDone ? 'done' : 'waits'} />
              <div>
                <p className={isDone ? styles.done : styles.what}>
                  {what}
                  <VisuallyHidden>
                    , {isDone ? home.stepDone : step === next ? home.stepNext : home.stepOpen}
                  </VisuallyHidden>
                </p>
                {!isDone && <p className={styles.why}>{why}</p>}
              </div>
              {step === next && href !== null && (
                <Link kind="button" small href={href}>
                  {what}
                </Link>
              )}
            </li>
          )
        })}
      </ol>
    </div>
  )
}

function entriesOf(steps: Steps, way: PathName): [string, boolean][] {
  return Object.entries(steps[way])
}

function doneOf(steps: Steps, way: PathName): number {
  return entriesOf(steps, way).filter(([, isDone]) => isDone).length
}

/** Where a step is taken. */
function addressOf(step: string, place: ProjectPlace): string | null {
  switch (step) {
    case 'carrier':
    case 'caller_id':
      return paths.carriers(place)
    case 'campaign':
      return paths.newCampaign(place)
    case 'call':
      return paths.campaigns(place)
    case 'sender':
      return paths.senders(place)
    case 'template':
      return paths.templates(place)
    case 'broadcast':
    case 'message':
      return paths.broadcasts(place)
    default:
      return null
  }
}
