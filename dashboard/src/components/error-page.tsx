import { isRouteErrorResponse, useRouteError } from 'react-router'
import { asApiError } from '../api/errors.ts'
import { useFrameGone } from '../hooks/use-frame-gone.ts'
import { useMessages } from '../messages/use-messages.ts'
import { paths } from '../path-builder.ts'
import { Button } from '../ui/button.tsx'
import { Empty } from '../ui/empty.tsx'
import { Link } from '../ui/link.tsx'
import { Failure } from './failure.tsx'
import styles from './error-page.module.css'

/** What stands for a page that could not be shown. */
export function ErrorPage() {
  useFrameGone()
  const error = useRouteError()
  const { common } = useMessages()
  if (isRouteErrorResponse(error) && error.status === 404) return <NotFound />
  // A file of the build before this one is gone: the page itself is new.
  const isOutdated =
    error instanceof TypeError && /dynamically imported module|importing a module/i.test(error.message)
  return (
    <main className={styles.page}>
      {isOutdated ? (
        <Empty action={<Button onPress={() => location.reload()}>{common.loadAgain}</Button>}>
          {common.newVersion}
        </Empty>
      ) : (
        <>
          <h1 className={styles.title}>{common.pageFailed}</h1>
          <p>{common.pageFailedNext}</p>
          <Failure
            error={asApiError(error)}
            action={<Button onPress={() => location.reload()}>{common.loadAgain}</Button>}
          />
          <code>{error instanceof Error ? error.message : String(error)}</code>
        </>
      )}
    </main>
  )
}

/** Says that an address leads nowhere, or to where the person may not look: both look the same. */
export function NotFound() {
  const { common } = useMessages()
  return (
    <div className={styles.page}>
      <Empty
        next={common.notFoundNext}
        action={
          <Link kind="button" href={paths.start()}>
            {common.toStart}
          </Link>
        }
      >
        <b>{common.notFound}</b>
      </Empty>
    </div>
  )
}
