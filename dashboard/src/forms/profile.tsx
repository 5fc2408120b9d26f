import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../api/client.ts'
import { asApiError } from '../api/errors.ts'
import { Failure } from '../components/failure.tsx'
import { LeaveDialog } from '../components/leave-dialog.tsx'
import { useLanguage } from '../components/use-language.ts'
import { ZoneField } from '../components/zone-field.tsx'
import { faultAt } from '../hooks/fault-at.ts'
import { useLeaveGuard } from '../hooks/use-leave-guard.ts'
import { useMe } from '../hooks/use-me.ts'
import { languages } from '../messages/texts.ts'
import type { Language } from '../messages/texts.ts'
import { useMessages } from '../messages/use-messages.ts'
import { Button } from '../ui/button.tsx'
import { Form } from '../ui/form.tsx'
import { Section } from '../ui/section.tsx'
import { Select } from '../ui/select.tsx'
import { TextField } from '../ui/text-field.tsx'
import { useToast } from '../ui/toast.tsx'
import styles from './form.module.css'

/** Name, language, zone and theme. Language and theme hold at once in this browser, the rest with the save. */
export function Profile() {
  const { me: texts, forms, common } = useMessages('me', 'forms')
  const me = useMe()
  const { language, setLanguage } = useLanguage()
  const queries = useQueryClient()
  const toast = useToast()
  const [name, setName] = useState(me.name)
  const [zone, setZone] = useState(me.timezone)
  const changes = [name !== me.name, zone !== me.timezone].filter(Boolean).length
  const saving = useMutation({
    mutationFn: (body: {
      name?: string
      timezone?: string | null
      language?: string
      theme?: 'light' | 'dark' | null
    }) => call('updateMe', { body }),
    onSuccess: async (saved, body) => {
      // The server takes blanks off the name. What was typed meanwhile stays.
      setName((typed) => (typed === body.name ? saved.name : typed))
      setZone((chosen) => (chosen === body.timezone ? saved.timezone : chosen))
      await queries.invalidateQueries({ queryKey: ['getMe'] })
      // A language that could not be loaded before is there now.
      const about = body.language === undefined ? undefined : 'language'
      toast({ about, status: 'done', text: texts.saved })
    },
  })
  const guard = useLeaveGuard(changes > 0)
  // Language and theme are saved by requests of their own.
  const isSaving = saving.isPending && saving.variables.name !== undefined
  const error = saving.isError ? asApiError(saving.error) : null
  const chooseLanguage = async (chosen: Language): Promise<void> => {
    try {
      if (await setLanguage(chosen)) saving.mutate({ language: chosen })
    } catch {
      toast({ about: 'language', status: 'failed', text: texts.languageFailed })
    }
  }
  const setTheme = (theme: 'light' | 'dark' | null) => {
    applyTheme(theme)
    saving.mutate({ theme })
  }
  return (
    <Section title={texts.profile}>
      <Form
        className={styles.fields}
        isPending={saving.isPending}
        onSubmit={() => saving.mutate({ name, timezone: zone })}
      >
        <TextField
          label={texts.name}
          autoComplete="name"
          required
          value={name}
          onChange={(event) => setName(event.target.value)}
          fault={faultAt(error?.faults ?? [], 'name')}
        />
        <ZoneField
          label={texts.zone}
          hint={texts.zoneHint}
          placeholder={Intl.DateTimeFormat().resolvedOptions().timeZone.replaceAll('_', ' ')}
          value={zone}
          onChange={setZone}
          fault={faultAt(error?.faults ?? [], 'timezone')}
        />
        <Select
          label={texts.language}
          choices={languages.map((value) => ({ value, label: texts.languages[value] ?? value }))}
          value={language}
          onChange={(event) => {
            const chosen = languages.find((one) => one === event.target.value)
            if (chosen !== undefined) void chooseLanguage(chosen)
          }}
        />
        <Select
          label={texts.theme}
          choices={[
            { value: '', label: texts.themes.system },
            { value: 'light', label: texts.themes.light },
            { value: 'dark', label: texts.themes.dark },
          ]}
          value={me.theme ?? ''}
          onChange={({ target: { value } }) => setTheme(value === 'light' || value === 'dark' ? value : null)}
        />
        {error !== null && error.faults.length === 0 && <Failure error={error} />}
        <Button type="submit" isPending={saving.isPending}>
          {common.save}
        </Button>
      </Form>
      <LeaveDialog guard={guard}>{isSaving ? common.leaveSaving : forms.leaveBody(changes)}</LeaveDialog>
    </Section>
  )
}

/** Shows a theme at once, and keeps it for the next visit, which begins before anybody is known. */
function applyTheme(theme: 'light' | 'dark' | null): void {
  if (theme === null) delete document.documentElement.dataset['theme']
  else document.documentElement.dataset['theme'] = theme
  try {
    if (theme === null) localStorage.removeItem('theme')
    else localStorage.setItem('theme', theme)
  } catch {
    // Storage is switched off: the system's theme holds until somebody is signed in.
  }
}
