import { useRef } from 'react'
import { useMessages } from '../../messages/use-messages.ts'
import { Checkbox } from '../../ui/checkbox.tsx'
import { Select } from '../../ui/select.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { ListField } from './list-field.tsx'
import { textOf } from './values.ts'
import type { AgentPartProps, Speech } from './values.ts'

const chosen = {
  tts_provider: ['ElevenLabs', 'Google', 'Amazon'],
  transcription_provider: ['Deepgram', 'Google'],
  interruptible: ['any', 'speech', 'dtmf', 'none'],
  interrupt_sensitivity: ['low', 'medium', 'high'],
  text_normalization: ['on', 'auto', 'off'],
} as const
const typed = ['voice', 'speech_model'] as const

/** How calls are spoken and understood, or how where a provider of that fails. */
export function SpeechFields({
  name,
  values,
  set,
  faultAt,
}: AgentPartProps & { name: 'speech' | 'speech_fallback' }) {
  const { agentForm: texts } = useMessages('agentForm')
  const speech = values[name]
  // Ticked again, the box brings back what it hid.
  const last = useRef<Speech>({})
  const change = (field: string, value: string) =>
    set(name, { ...speech, [field]: value === '' ? undefined : value })
  const hints = Array.isArray(speech?.['hints']) ? (speech['hints'] as readonly string[]) : []
  return (
    <>
      <Checkbox
        label={texts.speechOwn[name]}
        checked={speech !== null}
        onChange={({ target }) => {
          if (speech !== null) last.current = speech
          set(name, target.checked ? last.current : null)
        }}
        fault={speech === null ? faultAt(name) : undefined}
      />
      {speech !== null && (
        <>
          {Object.entries(chosen).map(([field, words]) => (
            <Select
              key={field}
              label={texts.speechNames[field]}
              choices={[
                { value: '', label: texts.carriers },
                ...words.map((word) => ({ value: word, label: texts.speechWords[word] ?? word })),
              ]}
              value={textOf(speech[field])}
              onChange={({ target }) => change(field, target.value)}
              fault={faultAt(`${name}.${field}`)}
            />
          ))}
          {typed.map((field) => (
            <TextField
              key={field}
              label={texts.speechNames[field]}
              optional
              mono
              dir="ltr"
              value={textOf(speech[field])}
              onChange={({ target }) => change(field, target.value)}
              fault={faultAt(`${name}.${field}`)}
            />
          ))}
          <ListField
            label={texts.speechNames['hints']}
            hint={texts.hintsHint}
            optional
            value={hints}
            onChange={(words) => set(name, { ...speech, hints: words })}
            fault={faultAt(`${name}.hints`)}
          />
        </>
      )}
    </>
  )
}
