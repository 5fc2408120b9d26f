import { useMutation } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { checkFile } from '../api/client.ts'
import { exportAddress, saveFile } from '../api/download.ts'
import type { Operation, Params } from '../api/operations.ts'
import { focusOnceGone } from '../ui/focus-once-gone.ts'
import { Failure } from './failure.tsx'

/** What `useExport` returns. */
interface Export {
  /** For `DownloadLink`. */
  link: { id: string; href: string; onSave: () => void }
  /** Why it was refused. */
  fault: ReactNode
}

const id = 'export'

/**
 * Returns what saves an export as a file. If it is refused, the page says why; the browser would say only that it
 * failed.
 */
export function useExport<Name extends Operation>(name: Name, params: Params<Name>): Export {
  const href = exportAddress(name, params)
  const saving = useMutation({
    mutationFn: async (address: string) => {
      await checkFile(address)
      saveFile(address)
    },
  })
  const onSave = (): void => {
    if (!saving.isPending) saving.mutate(href)
  }
  const retry = (): void => {
    focusOnceGone(id)
    onSave()
  }
  // With other filters it is another export.
  const isRefused = saving.isError && saving.variables === href
  return { link: { id, href, onSave }, fault: isRefused && <Failure error={saving.error} onRetry={retry} /> }
}
