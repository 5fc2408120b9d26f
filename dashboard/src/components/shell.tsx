import { Suspense, lazy, useCallback, useEffect, useState } from 'react'
import type { ReactNode } from 'react'
import { Outlet, useNavigate, useParams } from 'react-router'
import type { LiveState } from '../api/live.ts'
import { useFormats } from '../hooks/use-formats.ts'
import { isFrameThere, useFrameGone } from '../hooks/use-frame-gone.ts'
import { useKeys } from '../hooks/use-keys.ts'
import { useMe } from '../hooks/use-me.ts'
import { useMedia } from '../hooks/use-media.ts'
import { useNow } from '../hooks/use-now.ts'
import { loadAreas } from '../messages/areas.ts'
import { useMessages } from '../messages/use-messages.ts'
import { paths } from '../path-builder.ts'
import { Banner } from '../ui/banner.tsx'
import { copyText } from '../ui/copy-text.ts'
import { loadDialogs } from '../ui/dialog.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { StatusMark } from '../ui/status-mark.tsx'
import { useToast } from '../ui/toast.tsx'
import { whenIdle } from '../ui/when-idle.ts'
import { NotFound } from './error-page.tsx'
import { FindButton } from './find-button.tsx'
import { FindContext } from './find-context.ts'
import { LiveStreamProvider, useLiveState } from './live-stream.tsx'
import { Logo } from './logo.tsx'
import { BottomBar, SideBar } from './navigation.tsx'
import { HeldDatabase, NoWorker } from './no-worker.tsx'
import { loadSignInDialog } from './sign-in-watch.tsx'
import { useCurrentPlace } from './use-current-place.ts'
import type { CurrentPlace } from './use-current-place.ts'
import { useAccountLanguage } from './use-language.ts'
import { useStopped, useUnderWay } from './use-under-way.ts'
import styles from './shell.module.css'

/** Loaded once the page is there, or when they are opened. */
const loadFind = async () => {
  const [{ FindDialog: Part }] = await Promise.all([import('./find.tsx'), loadAreas(['broadcasts', 'calls'])])
  return { default: Part }
}
const FindDialog = lazy(loadFind)
const KeysDialog = lazy(async () => ({ default: (await import('./keys-dialog.tsx')).KeysDialog }))

/** What stands around every page of somebody who is signed in. */
export function Shell() {
  const { common } = useMessages()
  return (
    <Suspense fallback={isFrameThere() ? null : <Skeleton label={common.loading} rows={12} columns={3} />}>
      <SignedIn />
    </Suspense>
  )
}

function SignedIn() {
  const me = useMe()
  useAccountLanguage(me.language)
  const current = useCurrentPlace()
  const { project, organization } = useParams()
  const isKnown =
    (organization === undefined || current?.organization._id === organization) &&
    (project === undefined || current?.project?._id === project)
  const page = isKnown ? <Outlet /> : <NotFound />
  if (current === null) return <Frame current={null}>{page}</Frame>
  return (
    <LiveStreamProvider organizationId={current.organization._id} key={me._id}>
      <Frame current={current}>{page}</Frame>
    </LiveStreamProvider>
  )
}

function Frame({ current, children }: { current: CurrentPlace | null; children: ReactNode }) {
  useFrameGone()
  const { shell, common } = useMessages('shell')
  const [dialog, setDialog] = useState<'find' | 'keys' | null>(null)
  const [pasted, setPasted] = useState('')
  const find = useCallback((text = '') => {
    setPasted(text)
    setDialog('find')
  }, [])
  useShellKeys(current, { find, showKeys: () => setDialog('keys') })
  useEffect(
    () =>
      whenIdle(() => {
        // Whatever does not come is loaded when it is needed.
        void Promise.allSettled([loadDialogs(), loadFind(), loadSignInDialog()])
      }),
    [],
  )
  // Only the bar that is seen: drawing both takes a phone 50 ms.
  const isWide = useMedia('(width >= 1024px)')
  const underWay = useUnderWay(current?.place ?? null)
  const { isHeld, hasNoWorker } = useStopped(current?.place ?? null)
  const stopped = isHeld ? shell.stateHeld : hasNoWorker ? shell.stateNoWorker : null
  const isInsecure = location.protocol === 'http:' && !/^(?:localhost|127\.|\[::1\])/.test(location.hostname)
  return (
    <div className={styles.shell}>
      <a className={styles.skip} href="#content">
        {shell.skip}
      </a>
      {isWide && <SideBar current={current} onKeys={() => setDialog('keys')} />}
      <div className={styles.page}>
        <div className={styles.top}>
          <span className={styles.logo}>
            <Logo />
          </span>
          <div className={styles.find}>
            {/* What is found lies in an organization. */}
            {current !== null && <FindButton onPress={() => find()} />}
          </div>
          {current !== null && <State zone={current.zone} stopped={stopped} />}
        </div>
        {current !== null && isHeld && <HeldDatabase isOperator={current.organization.role === 'operator'} />}
        {current !== null && underWay !== undefined && hasNoWorker && (
          <NoWorker
            underWay={underWay}
            zone={current.zone}
            isOperator={current.organization.role === 'operator'}
          />
        )}
        {isInsecure && stopped === null && (
          <Banner kind="wait" title={shell.insecure}>
            {shell.insecureMore}
          </Banner>
        )}
        <main id="content" className={styles.content} tabIndex={-1}>
          <FindContext value={find}>
            <Suspense fallback={<Skeleton label={common.loading} />}>{children}</Suspense>
          </FindContext>
        </main>
      </div>
      {!isWide && <BottomBar current={current} onFind={() => find()} />}
      <Suspense>
        {current !== null && dialog === 'find' && (
          <FindDialog current={current} isOpen pasted={pasted} onClose={() => setDialog(null)} />
        )}
        {dialog === 'keys' && <KeysDialog isOpen onClose={() => setDialog(null)} />}
      </Suspense>
    </div>
  )
}

/**
 * Whether the page is fed live, and the time in the zone of the project. `stopped` is the word for why nothing is
 * dialed.
 */
function State({ zone, stopped }: { zone: string; stopped: string | null }) {
  const { shell } = useMessages('shell')
  const formats = useFormats(zone)
  const now = useNow()
  const { state, heardAt } = useLiveState()
  return (
    <div className={styles.state}>
      <span className={classOf(state, stopped !== null)} role="status">
        <StatusMark status={state !== 'live' ? 'unknown' : stopped !== null ? 'failed' : 'live'} />
        {state === 'live' && (stopped ?? shell.stateLive)}
        {state === 'connecting' && shell.stateConnecting}
        {state === 'lost' &&
          (heardAt === null ? shell.stateConnecting : shell.stateLost(formats.time(heardAt)))}
      </span>
      <time className={styles.clock} dateTime={new Date(now).toISOString()}>
        <bdi>{formats.instant(now, { seconds: true })}</bdi>
      </time>
    </div>
  )
}

function classOf(state: LiveState, isStopped: boolean): string | undefined {
  if (state !== 'live') return styles.lost
  return isStopped ? styles.none : styles.live
}

function useShellKeys(
  current: CurrentPlace | null,
  { find, showKeys }: { find: () => void; showKeys: () => void },
): void {
  const navigate = useNavigate()
  const { shell } = useMessages('shell')
  const toast = useToast()
  const go = (path: string) => () => void navigate(path)
  const place = current?.place ?? null
  useKeys({
    '/': () => find(),
    '?': showKeys,
    c: () => {
      const around = document.activeElement?.closest('tr, li, article') ?? null
      const near =
        around?.querySelector('[data-copy]') ?? (around?.matches('[data-copy]') === true ? around : null)
      // In a row that has no id, the id of something else would be taken for its own.
      const whole = around?.matches('tr') === true ? null : document.querySelector('main :not(tr)[data-copy]')
      const id = (near ?? whole)?.getAttribute('data-copy')
      if (id != null) void copyText(id).then((ok) => ok && toast({ status: 'done', text: shell.copied(id) }))
    },
    ...(place === null
      ? {}
      : {
          'g h': go(paths.home(place)),
          'g l': go(paths.live(place)),
          'g c': go(paths.campaigns(place)),
          'g v': go(paths.conversations(place)),
          'g k': go(paths.keys(place)),
        }),
  })
}
