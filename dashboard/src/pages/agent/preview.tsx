import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { query } from '../../api/queries.ts'
import { Loaded } from '../../components/loaded.tsx'
import { toolName } from '../../forms/agent/values.ts'
import type { AgentValues } from '../../forms/agent/values.ts'
import { usePlace } from '../../hooks/use-place.ts'
import { useSettled } from '../../hooks/use-settled.ts'
import { useMessages } from '../../messages/use-messages.ts'
import { Banner } from '../../ui/banner.tsx'
import { Section } from '../../ui/section.tsx'
import { Select } from '../../ui/select.tsx'
import { TextField } from '../../ui/text-field.tsx'
import styles from '../page.module.css'

const defaultReplyCharacters = 500

/** The texts of an agent as a model would read them, filled for a customer that is made up here. */
export function AgentPreview({ values }: { values: AgentValues }) {
  const { agents: texts } = useMessages('agents')
  const { ids } = usePlace()
  const [customer, setCustomer] = useState<Record<string, string>>({})
  const [channel, setChannel] = useState<'voice' | 'whatsapp' | 'web'>('voice')
  const names = customerNames(values)
  const body = {
    purpose: values.purpose,
    prompt: values.prompt,
    first_line: values.first_line,
    disclosure: values.disclosure,
    languages: values.languages.filter((tag) => tag !== ''),
    tools: values.tools.map(toolName).filter((name) => name !== ''),
    reply_characters: values.limits['reply_characters'] ?? defaultReplyCharacters,
    channel,
    customer: Object.fromEntries(
      names.flatMap((name) => (customer[name] ? [[name, customer[name]] as const] : [])),
    ),
  }
  // As text: an object is another one each time the page is drawn.
  const settled = JSON.parse(useSettled(JSON.stringify(body))) as typeof body
  const preview = useQuery({
    ...query('previewAgent', { ...ids, body: settled }),
    placeholderData: keepPreviousData,
    gcTime: 0,
  })
  return (
    <div className={styles.columns}>
      <div className={styles.column}>
        <p className={styles.more}>{texts.previewLead}</p>
        <Loaded query={preview}>
          {(filled) => (
            <>
              {filled.cut.map(({ text, reason }) => (
                <Banner key={text} kind="wait" title={texts.cut(text, <bdi>{reason}</bdi>)} />
              ))}
              <Text title={texts.firstLine} text={filled.first_line || texts.customerFirst} />
              <Text title={texts.prompt} text={filled.prompt} />
              <Text title={texts.servicePart} text={filled.service_part} />
            </>
          )}
        </Loaded>
      </div>
      <div className={styles.column}>
        <Section title={texts.customer}>
          <div className={styles.stack}>
            <Select
              label={texts.channel}
              choices={Object.entries(texts.channels).map(([value, label]) => ({ value, label }))}
              value={channel}
              onChange={({ target }) => setChannel(target.value as typeof channel)}
            />
            {names.length === 0 && <p className={styles.more}>{texts.customerNone}</p>}
            {names.map((name) => (
              <TextField
                key={name}
                label={texts.valueOf(name)}
                value={customer[name] ?? ''}
                onChange={({ target }) => setCustomer({ ...customer, [name]: target.value })}
              />
            ))}
          </div>
        </Section>
      </div>
    </div>
  )
}

function Text({ title, text }: { title: string; text: string }) {
  return (
    <Section title={title}>
      <p className={styles.script} dir="auto" data-stored="">
        {text}
      </p>
    </Section>
  )
}

/** Returns what the texts name of a customer, such as `plan` for `{{ customer.plan }}`. */
export function customerNames({ prompt, first_line }: Pick<AgentValues, 'prompt' | 'first_line'>): string[] {
  const found = `${prompt}\n${first_line ?? ''}`.matchAll(/\bcustomer\.([A-Za-z_][\w-]*)/g)
  return [...new Set([...found].flatMap(([, name]) => (name === undefined ? [] : [name])))]
}
