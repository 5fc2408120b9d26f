import { ChevronDown } from 'lucide-react'
import { useId } from 'react'
import { Button } from 'react-aria-components/Button'
import { ComboBox as AriaComboBox } from 'react-aria-components/ComboBox'
import { Input } from 'react-aria-components/Input'
import { ListBox, ListBoxItem } from 'react-aria-components/ListBox'
import { Popover } from 'react-aria-components/Popover'
import { classNames } from './class-names.ts'
import { FieldFrame, describedBy } from './field.tsx'
import type { FieldProps } from './field.tsx'
import { useUiTexts } from './ui-texts.ts'
import styles from './combo-box.module.css'
import box from './field.module.css'
import menu from './menu.module.css'

export interface ComboChoice {
  id: string
  label: string
  detail?: string
}

export interface ComboBoxProps extends FieldProps {
  choices: readonly ComboChoice[]
  value: string | null
  onChange: (id: string | null) => void
  onBlur?: () => void
  placeholder?: string
  isDisabled?: boolean
}

/** One of many choices, found by typing. For fewer than ten, `Select` is quicker. */
export function ComboBox(props: ComboBoxProps) {
  const { label, hideLabel, fault, hint, optional, saved, choices, value, onChange, placeholder } = props
  const { onBlur, isDisabled } = props
  const texts = useUiTexts()
  const id = useId()
  return (
    <FieldFrame {...{ id, label, hideLabel, fault, hint, optional, saved }}>
      <AriaComboBox
        className={styles.combo}
        id={id}
        aria-label={typeof label === 'string' ? label : undefined}
        aria-describedby={describedBy(id, props)}
        defaultItems={choices}
        selectedKey={value}
        onSelectionChange={(key) => onChange(key === null ? null : String(key))}
        onBlur={onBlur}
        isInvalid={Boolean(fault)}
        isDisabled={isDisabled}
        menuTrigger="focus"
        allowsEmptyCollection
      >
        <Input className={classNames(box.box, styles.input)} placeholder={placeholder} />
        <Button className={styles.open} aria-label={texts.showChoices}>
          <ChevronDown size={16} strokeWidth={1.75} aria-hidden="true" />
        </Button>
        <Popover className={menu.popover} offset={4}>
          <ListBox
            className={classNames(menu.menu, styles.list)}
            renderEmptyState={() => <p className={styles.empty}>{texts.nothingMatches}</p>}
          >
            {(choice: ComboChoice) => (
              <ListBoxItem id={choice.id} textValue={choice.label} className={menu.entry}>
                <bdi>{choice.label}</bdi>
                {choice.detail !== undefined && <span className={menu.detail}>{choice.detail}</span>}
              </ListBoxItem>
            )}
          </ListBox>
        </Popover>
      </AriaComboBox>
    </FieldFrame>
  )
}
