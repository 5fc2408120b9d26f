import { ChevronDown } from 'lucide-react'
import { useId, useState } from 'react'
import { kindOf, useEventTypes } from '../../components/event-types.ts'
import { useFormats } from '../../hooks/use-formats.ts'
import { usePlace } from '../../hooks/use-place.ts'
import { useMessages } from '../../messages/use-messages.ts'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { FieldFault } from '../../ui/field.tsx'
import styles from './event-choice.module.css'

interface EventChoiceProps {
  /** `*`, `call.*` or `call.ended`. */
  chosen: readonly string[]
  onChange: (chosen: readonly string[]) => void
  fault: string | undefined
}

/** Chooses types of events: all, whole kinds, or single ones. */
export function EventChoice({ chosen, onChange, fault }: EventChoiceProps) {
  const { webhookForm: texts } = useMessages('webhookForm')
  const { zone } = usePlace()
  const formats = useFormats(zone)
  const { kinds, typesOfKind } = useEventTypes()
  const isAll = chosen.includes('*')
  const count = kinds.flatMap((kind) =>
    typesOfKind(kind).filter((type) => isAll || chosen.includes(`${kind}.*`) || chosen.includes(type)),
  ).length
  const put = (choice: string, isChosen: boolean, without: (other: string) => boolean = () => false) =>
    onChange(
      isChosen
        ? [...chosen.filter((other) => !without(other)), choice]
        : chosen.filter((other) => other !== choice),
    )
  return (
    <fieldset className={styles.choice} data-fault={fault === undefined ? undefined : ''}>
      <legend className={styles.lead}>{texts.whichLead}</legend>
      <Checkbox
        label={
          <>
            {texts.all} <code dir="ltr">*</code>
          </>
        }
        checked={isAll}
        onChange={({ target }) => put('*', target.checked, () => true)}
      />
      {!isAll && (
        <ul className={styles.kinds}>
          {kinds.map((kind) => (
            <Kind key={kind} kind={kind} chosen={chosen} onPut={put} />
          ))}
        </ul>
      )}
      <p className={styles.count} role="status">
        {texts.chosen(count, formats.number(count))}
      </p>
      <FieldFault>{fault}</FieldFault>
    </fieldset>
  )
}

interface KindProps {
  kind: string
  chosen: readonly string[]
  onPut: (choice: string, isChosen: boolean, without?: (other: string) => boolean) => void
}

/** A kind as a whole; its single types are folded until they are asked for or one is chosen. */
function Kind({ kind, chosen, onPut }: KindProps) {
  const { webhookForm: texts } = useMessages('webhookForm')
  const { zone } = usePlace()
  const formats = useFormats(zone)
  const { nameOfKind, typesOfKind, meaningOf } = useEventTypes()
  const id = useId()
  const types = typesOfKind(kind)
  const single = types.filter((type) => chosen.includes(type))
  const [isOpen, setOpen] = useState(single.length > 0)
  const whole = `${kind}.*`
  const isWhole = chosen.includes(whole)
  return (
    <li className={styles.kind}>
      <div className={styles.head}>
        <Checkbox
          label={
            <>
              {texts.allOf(nameOfKind(kind))} <code dir="ltr">{whole}</code>
            </>
          }
          checked={isWhole}
          onChange={({ target }) => onPut(whole, target.checked, (other) => kindOf(other) === kind)}
        />
        {!isWhole && (
          <Button
            kind="word"
            small
            aria-expanded={isOpen}
            aria-controls={id}
            aria-label={`${texts.single}: ${nameOfKind(kind)}`}
            onPress={() => setOpen(!isOpen)}
          >
            {single.length > 0
              ? texts.chosenOf(single.length, types.length)
              : texts.typesOf(types.length, formats.number(types.length))}
            <ChevronDown
              className={isOpen ? styles.open : undefined}
              size={14}
              strokeWidth={1.75}
              aria-hidden="true"
            />
          </Button>
        )}
      </div>
      {!isWhole && isOpen && (
        <ul id={id} className={styles.types}>
          {types.map((type) => (
            <li key={type}>
              <Checkbox
                label={<code dir="ltr">{type}</code>}
                hint={meaningOf(type)}
                checked={chosen.includes(type)}
                onChange={({ target }) => onPut(type, target.checked)}
              />
            </li>
          ))}
        </ul>
      )}
    </li>
  )
}
