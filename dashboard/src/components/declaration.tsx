import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../api/client.ts'
import { asApiError } from '../api/errors.ts'
import type { AppliedDeclaration, Difference } from '../api/generated.ts'
import type { MyOrganization } from '../api/operations.ts'
import { query } from '../api/queries.ts'
import { useLeaveGuard } from '../hooks/use-leave-guard.ts'
import { useMessages } from '../messages/use-messages.ts'
import { declarationAddress } from '../path-builder.ts'
import { Button } from '../ui/button.tsx'
import { Code } from '../ui/code.tsx'
import { FilePicker } from '../ui/file-picker.tsx'
import { Download } from '../ui/link.tsx'
import { Section } from '../ui/section.tsx'
import { SourceField } from '../ui/source-field.tsx'
import { StatusMark } from '../ui/status-mark.tsx'
import { useToast } from '../ui/toast.tsx'
import { ChangedFields } from './change-list.tsx'
import { Failure } from './failure.tsx'
import { LeaveDialog } from './leave-dialog.tsx'
import { Loaded } from './loaded.tsx'
import { When } from './when.tsx'
import styles from './declaration.module.css'

interface DeclarationProps {
  organization: MyOrganization
  zone: string
}

/** What is configured as one file: to look at, to download, to compare with another one and to apply it. */
export function DeclarationSections({ organization, zone }: DeclarationProps) {
  const { settings: texts } = useMessages('settings')
  const [isShown, show] = useState(false)
  const ids = { organization_id: organization._id }
  const declaration = useQuery({ ...query('getDeclaration', ids), enabled: isShown })
  return (
    <>
      <Section title={texts.declaration}>
        <div className={styles.part}>
          <p>{texts.declarationLead}</p>
          <div className={styles.actions}>
            <Button aria-expanded={isShown} onPress={() => show(!isShown)}>
              {isShown ? texts.hide : texts.show}
            </Button>
            <Download href={declarationAddress(organization._id)} fileName={`${organization.name}.yaml`}>
              {texts.download}
            </Download>
          </div>
          {isShown && (
            <Loaded query={declaration}>
              {(text) => <Code text={text} label={texts.file(organization.name)} />}
            </Loaded>
          )}
        </div>
      </Section>
      <ApplyFile organization={organization} zone={zone} />
    </>
  )
}

function ApplyFile({ organization, zone }: DeclarationProps) {
  const { settings: texts } = useMessages('settings')
  const queries = useQueryClient()
  const toast = useToast()
  const [text, setText] = useState('')
  /** What was applied last, with the new values of all files that are not handed over: no other answer has them. */
  const [applied, setApplied] = useState<AppliedDeclaration | null>(null)
  const run = (dry_run: boolean, body: string) =>
    call('applyDeclaration', { organization_id: organization._id, ...(dry_run && { dry_run }), body })
  const comparing = useMutation({ mutationFn: async () => ({ of: text, ...(await run(true, text)) }) })
  /** Whether the difference was another one when it was to be applied. */
  const [isOther, setOther] = useState(false)
  const applying = useMutation({
    /** Returns null where the difference is no longer the one that is shown: nothing is overwritten unseen. */
    mutationFn: async ({ body, shown }: { body: string; shown: readonly Difference[] }) => {
      const { differences } = await run(true, body)
      return JSON.stringify(differences) === JSON.stringify(shown) ? run(false, body) : null
    },
    onSuccess: async (answer, { body }) => {
      setOther(answer === null)
      if (answer === null) {
        comparing.mutate()
        return
      }
      setApplied((now) => ({
        ...answer,
        api_keys: [...(now?.api_keys ?? []), ...answer.api_keys],
        webhook_secrets: [...(now?.webhook_secrets ?? []), ...answer.webhook_secrets],
      }))
      toast({ status: 'done', text: texts.applied(answer.differences.length) })
      comparing.reset()
      setText((now) => (now === body ? '' : now))
      await queries.invalidateQueries()
    },
  })
  const compared = comparing.data?.of === text ? comparing.data : null
  const differences = compared?.differences ?? null
  const error = applying.error ?? comparing.error
  const hasNewValues = applied !== null && applied.api_keys.length + applied.webhook_secrets.length > 0
  const isToApply = text.trim() !== '' && differences?.length !== 0
  const guard = useLeaveGuard(isToApply || hasNewValues)
  const change = (next: string): void => {
    setText(next)
    setOther(false)
    applying.reset()
  }
  return (
    <Section title={texts.compare}>
      <div className={styles.part}>
        <p>{texts.compareLead}</p>
        <SourceField
          label={texts.pasted}
          value={text}
          onChange={change}
          faultyLines={faultyLinesOf(error)}
          isReadOnly={applying.isPending}
        />
        <div className={styles.actions}>
          <FilePicker accept=".yaml,.yml,.json" isPending={applying.isPending} onText={change}>
            {texts.choose}
          </FilePicker>
          <Button
            isPending={comparing.isPending}
            reason={text.trim() === '' ? texts.differenceFirst : null}
            onPress={() => {
              setOther(false)
              comparing.mutate()
            }}
          >
            {texts.difference}
          </Button>
          <Button
            kind="main"
            isPending={applying.isPending}
            reason={
              differences === null ? texts.applyFirst : differences.length === 0 ? texts.noDifference : null
            }
            onPress={() => differences !== null && applying.mutate({ body: text, shown: differences })}
          >
            {texts.apply}
          </Button>
        </div>
        {error !== null && <Failure error={error} />}
        {isOther && <p role="status">{texts.differsNow}</p>}
        {compared !== null && error === null && <Differences {...compared} zone={zone} />}
        {applied !== null && compared === null && <Differences {...applied} zone={zone} isApplied />}
        {applied !== null && <NewValues {...applied} />}
        {hasNewValues && (
          <div className={styles.actions}>
            <Button onPress={() => setApplied({ ...applied, api_keys: [], webhook_secrets: [] })}>
              {texts.handedOver}
            </Button>
          </div>
        )}
        <LeaveDialog guard={guard}>
          {applying.isPending ? texts.leaveApplying : hasNewValues ? texts.leaveNewKeys : texts.leavePasted}
        </LeaveDialog>
      </div>
    </Section>
  )
}

interface DifferencesProps {
  differences: readonly Difference[]
  /** What is probably a mistake. */
  warnings: AppliedDeclaration['warnings']
  zone: string
  /** Whether they have been applied; else they would be. */
  isApplied?: boolean
}

function Differences({ differences, warnings, zone, isApplied = false }: DifferencesProps) {
  const { settings: texts, changes } = useMessages('settings', 'changes')
  const sum = isApplied ? texts.whatApplied : texts.differences(differences.length)
  const actions = isApplied ? texts.was : texts.wouldBe
  return (
    <div role="status">
      <p className={styles.sum}>{differences.length === 0 ? texts.noDifference : sum}</p>
      <ul>
        {differences.map((difference) => (
          <li key={difference.path} className={styles.difference}>
            <p>
              {changes.what(
                changes.kinds[difference.kind] ?? <bdi>{difference.kind}</bdi>,
                <bdi>{difference.name}</bdi>,
                actions[difference.action],
              )}
            </p>
            <ChangedFields fields={difference.fields} isNew={difference.action === 'created'} />
            <Setters fields={difference.fields} zone={zone} isApplied={isApplied} />
          </li>
        ))}
      </ul>
      {warnings.map(({ path, message }) => (
        <p key={`${path} ${message}`} className={styles.setter}>
          <StatusMark status="waits" small />
          <span>
            <b>{texts.warning}</b> <code dir="ltr">{path}</code> <bdi>{message}</bdi>
          </span>
        </p>
      ))}
    </div>
  )
}

interface SettersProps {
  fields: Difference['fields']
  zone: string
  isApplied: boolean
}

/** Whose values a file overwrites, one line for each of them. */
function Setters({ fields, zone, isApplied }: SettersProps) {
  const { settings: texts } = useMessages('settings')
  const overwrites = isApplied ? texts.overwrote : texts.overwrites
  return fields.map(
    ({ path, set_by }) =>
      set_by !== null && (
        <p key={path} className={styles.setter}>
          <StatusMark status="waits" small />
          <span>
            <code dir="ltr">{path}</code>{' '}
            {overwrites(<bdi>{set_by.name}</bdi>, <When at={set_by.at} zone={zone} />)}
          </span>
        </p>
      ),
  )
}

/** What applying has made and nothing shows again. */
function NewValues({ api_keys, webhook_secrets }: AppliedDeclaration) {
  const { settings: texts } = useMessages('settings')
  if (api_keys.length + webhook_secrets.length === 0) return null
  return (
    <div className={styles.part}>
      <p>
        <b>{texts.newKeys}</b> {texts.newKeysBody}
      </p>
      {api_keys.map(({ _id, key, name, project }) => (
        <NewValue key={_id} text={key} label={texts.keyOf(name, project)} />
      ))}
      {webhook_secrets.map(({ _id, secret, name, project }) => (
        <NewValue key={_id} text={secret} label={texts.secretOf(name, project)} />
      ))}
    </div>
  )
}

/** A value under what it belongs to: several look alike. */
function NewValue({ text, label }: { text: string; label: string }) {
  return (
    <div>
      <p className={styles.owner}>{label}</p>
      <Code text={text} label={label} />
    </div>
  )
}

/** The lines that a fault of the source names, as `line 3, column 7`. */
function faultyLinesOf(error: Error | null): ReadonlySet<number> {
  if (error === null) return new Set()
  return new Set(
    asApiError(error).faults.flatMap(({ path }) => {
      const line = /^line (\d+)/.exec(path)?.[1]
      return line === undefined ? [] : [Number(line)]
    }),
  )
}
