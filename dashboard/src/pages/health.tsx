import { useMutation, useQuery } from '@tanstack/react-query'
import { call } from '../api/client.ts'
import type { Data } from '../api/operations.ts'
import { query } from '../api/queries.ts'
import { AsCurl } from '../components/as-curl.tsx'
import { Failure } from '../components/failure.tsx'
import { AccountTable, ProcessTable, WaitingTable, isLate } from '../components/health-tables.tsx'
import { Loaded } from '../components/loaded.tsx'
import { NotAllowed } from '../components/not-allowed.tsx'
import { PageHeader } from '../components/page-header.tsx'
import { useCurrentPlace } from '../components/use-current-place.ts'
import { When } from '../components/when.tsx'
import { useMe } from '../hooks/use-me.ts'
import { useNow } from '../hooks/use-now.ts'
import { useMessages } from '../messages/use-messages.ts'
import { Button } from '../ui/button.tsx'
import { Empty } from '../ui/empty.tsx'
import { Section } from '../ui/section.tsx'
import { StatusWord } from '../ui/status-mark.tsx'
import { Table } from '../ui/table.tsx'
import styles from './page.module.css'

type Health = Data<'getHealth'>
type Finding = Health['checks'][number]

/** `/health`: whether the installation is well, and what to mend. */
export function HealthPage() {
  const { health: texts } = useMessages('health')
  if (useMe().is_operator) return <OperatorsHealth />
  return (
    <>
      <PageHeader title={texts.title} lead={texts.lead} />
      <NotAllowed needs="operator" />
    </>
  )
}

function OperatorsHealth() {
  const { health: texts } = useMessages('health')
  const zone = useCurrentPlace()?.zone ?? 'UTC'
  const health = useQuery(query('getHealth', {}, { live: true }))
  const running = useMutation({
    mutationFn: async () => ({ ...(await call('runChecks', {})), at: Date.now() }),
  })
  const checks = running.data?.checks ?? health.data?.checks ?? []
  return (
    <>
      <PageHeader
        title={health.data === undefined ? texts.title : <Title health={health.data} checks={checks} />}
        tabTitle={texts.title}
        lead={texts.lead}
        actions={
          <>
            <AsCurl operation="getHealth" params={{}} />
            <Button kind="main" isPending={running.isPending} onPress={() => running.mutate()}>
              {texts.run}
            </Button>
          </>
        }
      />
      <Loaded query={health}>
        {({ processes, waiting, accounts, public_url }) => (
          <div className={styles.column}>
            <Section title={texts.checks}>
              <p className={styles.more} role="status">
                {running.isPending
                  ? texts.running
                  : running.data === undefined
                    ? texts.notRun
                    : texts.ranAt(<When at={running.data.at} zone={zone} seconds />)}
              </p>
              {running.isError && <Failure error={running.error} onRetry={() => running.mutate()} />}
              <CheckTable checks={checks} />
            </Section>
            <Section title={texts.processes}>
              {processes.length === 0 ? (
                <Empty next={texts.noProcessNext}>{texts.noProcess}</Empty>
              ) : (
                <ProcessTable processes={processes} zone={zone} />
              )}
            </Section>
            <Section title={texts.waiting}>
              <WaitingTable waiting={waiting} zone={zone} />
            </Section>
            <Section title={texts.accounts}>
              {accounts.length === 0 ? (
                <Empty next={texts.noAccountNext}>{texts.noAccount}</Empty>
              ) : (
                <AccountTable accounts={accounts} zone={zone} />
              )}
            </Section>
            <Section title={texts.address}>
              <p>{texts.addressIs(<code dir="ltr">{public_url}</code>)}</p>
              <p className={styles.more}>{texts.addressTodo}</p>
            </Section>
          </div>
        )}
      </Loaded>
    </>
  )
}

/** How much there is to mend. */
function Title({ health, checks }: { health: Health; checks: readonly Finding[] }) {
  const { health: texts } = useMessages('health')
  const faults = faultsOf(health, checks, useNow())
  return faults === 0 ? texts.well : texts.faults(faults)
}

const marks = { ok: 'done', warn: 'unknown', fail: 'failed' } as const

function CheckTable({ checks }: { checks: readonly Finding[] }) {
  const { health: texts } = useMessages('health')
  return (
    <Table
      label={texts.checks}
      rows={worstFirst(checks)}
      keyOf={({ check, message }) => `${check} ${message}`}
      columns={[
        {
          id: 'result',
          head: texts.result,
          cell: ({ status }) => <StatusWord status={marks[status]}>{texts.statuses[status]}</StatusWord>,
        },
        {
          id: 'check',
          head: texts.check,
          cell: ({ check, message }) => texts.finding(<bdi>{check}</bdi>, <WithCode text={message} />),
          second: ({ mend }) => (mend === null ? null : texts.mend(<WithCode text={mend} />)),
        },
      ]}
    />
  )
}

/** The server's words; what stands in backticks is a command. */
function WithCode({ text }: { text: string }) {
  return (
    <bdi data-stored="">
      {text.split('`').map((part, index) => (index % 2 === 1 ? <code key={index}>{part}</code> : part))}
    </bdi>
  )
}

/** What is to be mended stands first. */
function worstFirst(checks: readonly Finding[]): Finding[] {
  const order = ['fail', 'warn', 'ok']
  return checks.toSorted((one, other) => order.indexOf(one.status) - order.indexOf(other.status))
}

function faultsOf({ waiting, accounts }: Health, checks: readonly Finding[], now: number): number {
  return (
    checks.filter(({ status }) => status !== 'ok').length +
    waiting.filter(({ since }) => isLate(since, now)).length +
    accounts.filter(({ state }) => state !== 'works' && state !== 'unchecked').length
  )
}
