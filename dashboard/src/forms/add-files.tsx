import { useEffect, useRef, useState } from 'react'
import { call } from '../api/client.ts'
import type { Data } from '../api/operations.ts'
import { Failure } from '../components/failure.tsx'
import { LeaveDialog } from '../components/leave-dialog.tsx'
import { useSourcesChanged } from '../components/source-actions.tsx'
import { useFormats } from '../hooks/use-formats.ts'
import { useLeaveGuard } from '../hooks/use-leave-guard.ts'
import { usePlace } from '../hooks/use-place.ts'
import { useMessages } from '../messages/use-messages.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { FileDrop } from '../ui/file-drop.tsx'
import { StatusWord } from '../ui/status-mark.tsx'
import styles from './add-files.module.css'

type Added = Data<'addSourceFile'>

interface Adding {
  id: number
  file: File
  state:
    | { kind: 'waits' }
    | { kind: 'reads' }
    | { kind: 'done'; added: Added }
    | { kind: 'failed'; error: unknown }
    | { kind: 'tooLarge' }
}

/** As the server says it; the server decides. */
const accept = '.pdf,.docx,.html,.htm,.xhtml,.md,.markdown,.txt,.text'
const fileBytesMax = 20_000_000

/** Adds files one after the other. A fault of one does not stop the others. Asks before files that wait are dropped. */
export function AddFiles({ dropped, onClose }: { dropped: readonly File[]; onClose: () => void }) {
  const { knowledge } = useMessages('knowledge')
  const { rows, add, again } = useAdding(dropped)
  const isBusy = rows.some(({ state }) => state.kind === 'waits' || state.kind === 'reads')
  const [isAsked, ask] = useState(false)
  const guard = useLeaveGuard(isBusy)
  return (
    <Dialog
      title={knowledge.filesTitle}
      isOpen
      isAlert={isBusy}
      wide
      onClose={isBusy ? () => ask(true) : onClose}
      actions={
        <Button kind="main" reason={isBusy ? knowledge.filesBusy : null} onPress={onClose}>
          {knowledge.done}
        </Button>
      }
    >
      <div className={styles.files}>
        <p className={styles.hint}>{knowledge.filesHint}</p>
        <FileDrop label={knowledge.dropLabel} pick={knowledge.pick} accept={accept} onFiles={add}>
          {knowledge.drop}
        </FileDrop>
        {rows.length > 0 && (
          <ul className={styles.list} aria-label={knowledge.fileList} aria-live="polite">
            {rows.map((row) => (
              <li key={row.id} className={styles.file}>
                <bdi className={styles.name}>{row.file.name}</bdi>
                <FileState row={row} />
                {hasFailed(row) && (
                  <Button
                    kind="word"
                    small
                    aria-label={knowledge.againLabel(row.file.name)}
                    onPress={() => again(row.id)}
                  >
                    {knowledge.again}
                  </Button>
                )}
              </li>
            ))}
          </ul>
        )}
      </div>
      <Dialog
        title={knowledge.filesStopTitle}
        isOpen={isAsked && isBusy}
        isAlert
        onClose={() => ask(false)}
        actions={
          <>
            <Button onPress={onClose}>{knowledge.filesStop}</Button>
            <Button kind="main" autoFocus onPress={() => ask(false)}>
              {knowledge.filesGoOn}
            </Button>
          </>
        }
      >
        <p>{knowledge.filesStopBody}</p>
      </Dialog>
      <LeaveDialog guard={guard}>{knowledge.filesStopBody}</LeaveDialog>
    </Dialog>
  )
}

function hasFailed({ state }: Adding): boolean {
  return state.kind === 'failed' || state.kind === 'tooLarge'
}

function FileState({ row: { state } }: { row: Adding }) {
  const { knowledge } = useMessages('knowledge')
  const { zone } = usePlace()
  const { number } = useFormats(zone)
  switch (state.kind) {
    case 'waits':
      return <StatusWord status="waits">{knowledge.fileWaits}</StatusWord>
    case 'reads':
      return <StatusWord status="live">{knowledge.fileReads}</StatusWord>
    case 'failed':
      return <Failure error={state.error} />
    case 'tooLarge':
      return (
        <StatusWord status="failed">
          {knowledge.fileFailed} {knowledge.fileTooLarge}
        </StatusWord>
      )
    case 'done': {
      const { kind, passages, passages_found: found } = state.added
      return (
        <StatusWord status="done">
          {knowledge.fileKinds[kind]}
          <span className={styles.hint}>
            {' '}
            {passages === found
              ? knowledge.fileDone(number(passages), passages)
              : knowledge.fileCut(number(passages), number(found))}
          </span>
        </StatusWord>
      )
    }
  }
}

/** Sends the files one after the other, so that one organization holds one of the server's places. */
function useAdding(dropped: readonly File[]) {
  const { ids } = usePlace()
  const changed = useSourcesChanged()
  const nextId = useRef(0)
  const rowsOf = (files: readonly File[]): Adding[] =>
    files.map((file) => ({
      id: nextId.current++,
      file,
      state: file.size > fileBytesMax ? { kind: 'tooLarge' } : { kind: 'waits' },
    }))
  const [rows, setRows] = useState<readonly Adding[]>(() => rowsOf(dropped))
  const put = (id: number, state: Adding['state']) =>
    setRows((all) => all.map((row) => (row.id === id ? { ...row, state } : row)))
  const isSending = rows.some(({ state }) => state.kind === 'reads')
  const next = isSending ? undefined : rows.find(({ state }) => state.kind === 'waits')
  useEffect(() => {
    if (next === undefined) return
    const { id, file } = next
    put(id, { kind: 'reads' })
    call('addSourceFile', { ...ids, name: file.name }, { bytes: file })
      .then(
        (added) => put(id, { kind: 'done', added }),
        (error: unknown) => put(id, { kind: 'failed', error }),
      )
      .finally(() => void changed())
    // The next file is sent once this one is over: `next` changes then.
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- only the file decides
  }, [next?.id])
  return {
    rows,
    add: (files: readonly File[]) => setRows((all) => [...all, ...rowsOf(files)]),
    again: (id: number) => put(id, { kind: 'waits' }),
  }
}
