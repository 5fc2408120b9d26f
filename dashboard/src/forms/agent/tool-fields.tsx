import { useState } from 'react'
import type { Json } from '../../hooks/merge-record.ts'
import { useMessages } from '../../messages/use-messages.ts'
import { NumberField } from '../../ui/number-field.tsx'
import { TextArea } from '../../ui/text-field.tsx'
import { readMapping, repeatedName } from './typed-text.ts'
import type { Tool } from './values.ts'

export interface ToolPartProps {
  tool: Tool
  change: (tool: Tool) => void
  faultAt: (path: string) => string | undefined
}

/** How many passages a search finds. */
export function SearchFields({ tool, change, faultAt }: ToolPartProps) {
  const { agentForm: texts } = useMessages('agentForm')
  return (
    <NumberField
      label={texts.passages}
      value={(tool['limit'] ?? null) as number | null}
      onChange={(limit) => change({ ...tool, limit: limit ?? undefined })}
      fault={faultAt('limit')}
    />
  )
}

/** The numbers that an agent may transfer to, one a line. */
export function TransferFields({ tool, change, faultAt }: ToolPartProps) {
  const { agentForm: texts } = useMessages('agentForm')
  return (
    <MappingField
      label={texts.transferTo}
      hint={texts.transferHint}
      value={tool['to']}
      onChange={(to) => change({ ...tool, to })}
      fault={faultAt('to')}
      write={String}
      read={(text) => text}
    />
  )
}

const types = ['text', 'number', 'boolean', 'instant']

/** The properties that an agent may set, one a line: a type, or the values between bars. */
export function PropertyFields({ tool, change, faultAt }: ToolPartProps) {
  const { agentForm: texts } = useMessages('agentForm')
  return (
    <MappingField
      label={texts.properties}
      hint={texts.propertiesHint}
      value={tool['properties']}
      onChange={(properties) => change({ ...tool, properties })}
      fault={faultAt('properties')}
      write={(rule) => {
        const { type, one_of } = rule as { type?: string; one_of?: readonly string[] }
        if (one_of === undefined) return type ?? ''
        return one_of.length === 1 ? `${one_of[0]} |` : one_of.join(' | ')
      }}
      read={(text): Json => {
        if (types.includes(text)) return { type: text }
        const words = text.split('|').map((word) => word.trim())
        return { one_of: words.filter((word) => word !== '') }
      }}
    />
  )
}

interface MappingFieldProps {
  label: string
  hint: string
  value: unknown
  onChange: (value: Record<string, Json> | string) => void
  fault: string | undefined
  write: (value: Json) => string
  read: (text: string) => Json
}

/** Names with a value each, as lines such as `billing: +14155550123`. What is typed stays as it is. */
function MappingField({ label, hint, value, onChange, fault, write, read }: MappingFieldProps) {
  const { agentForm: texts } = useMessages('agentForm')
  const shown =
    typeof value === 'string'
      ? value
      : Object.entries((value ?? {}) as Record<string, Json>)
          .map(([name, one]) => `${name}: ${write(one)}`)
          .join('\n')
  const [typed, type] = useState(shown)
  const isOf = JSON.stringify(readMapping(typed, read)) === JSON.stringify(value ?? {})
  const repeated = repeatedName(isOf ? typed : shown)
  return (
    <TextArea
      label={label}
      hint={hint}
      mono
      dir="ltr"
      value={isOf ? typed : shown}
      onChange={({ target }) => {
        type(target.value)
        onChange(readMapping(target.value, read))
      }}
      fault={repeated === null ? fault : texts.repeatedName(repeated)}
    />
  )
}
