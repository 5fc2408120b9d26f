import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { query } from '../../api/queries.ts'
import { formatYamlDocument } from '../../format/yaml.ts'
import { usePlace } from '../../hooks/use-place.ts'
import { draftOf } from '../../hooks/workflow-draft.ts'
import type { Draft } from '../../hooks/workflow-draft.ts'

export interface KnownDraft {
  /** null: the source has a fault that keeps it from being read, or it is being read. */
  draft: Draft | null
  isReading: boolean
  /** Returns the source of a definition, and remembers that it is its. */
  sourceOf: (definition: unknown) => string
}

/**
 * Returns the definition that a source stands for. One that was made here or is stored is known; every other source is
 * read by the server.
 *
 * @param isNeeded false while the source is typed: it is read once the outline is looked at.
 */
export function useDraft(source: string, stored: unknown, isNeeded: boolean): KnownDraft {
  const { ids } = usePlace()
  const [last, setLast] = useState<{ source: string; draft: Draft } | null>(null)
  const initial = useMemo(
    () => (stored === null ? null : { source: formatYamlDocument(stored), draft: draftOf(stored) }),
    [stored],
  )
  const known = [last, initial].find((one) => one?.source === source)?.draft ?? null
  const read = useQuery({
    ...query('checkWorkflow', { ...ids, body: { source } }),
    enabled: known === null && isNeeded,
    staleTime: Infinity,
  })
  const definition = read.data?.definition ?? null
  const checked = useMemo(() => (definition === null ? null : draftOf(definition)), [definition])
  return {
    draft: known ?? checked,
    isReading: known === null && read.isFetching,
    sourceOf: (made) => {
      const written = formatYamlDocument(made)
      setLast({ source: written, draft: draftOf(made) })
      return written
    },
  }
}
