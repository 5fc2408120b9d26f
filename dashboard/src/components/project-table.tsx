import type { ConfiguredProject } from '../api/generated.ts'
import { comma } from '../format/comma.ts'
import { zoneName } from '../format/instant.ts'
import { useMessages } from '../messages/use-messages.ts'
import { Button } from '../ui/button.tsx'
import { CopyId } from '../ui/copy-id.tsx'
import { StatusWord } from '../ui/status-mark.tsx'
import { Table } from '../ui/table.tsx'
import { changedCells } from './changed-by.tsx'
import styles from './project-table.module.css'

interface ProjectTableProps {
  projects: readonly ConfiguredProject[]
  /** Why they can't be changed; null if they can. */
  reason: string | null
  zone: string
  onEdit: (project: ConfiguredProject) => void
}

/** The projects of an organization. */
export function ProjectTable({ projects, reason, zone, onEdit }: ProjectTableProps) {
  const { settings: texts, locale } = useMessages('settings')
  return (
    <Table
      label={texts.projects}
      rows={projects}
      keyOf={({ _id }) => _id}
      columns={[
        {
          id: 'name',
          head: texts.project,
          cell: ({ name, status }) => (
            <>
              <bdi>{name}</bdi>
              {status === 'archived' && (
                <>
                  {' '}
                  <StatusWord status="closed">{texts.statuses['archived']}</StatusWord>
                </>
              )}
            </>
          ),
          second: ({ _id }) => (
            <span className={styles.whole}>
              <CopyId value={_id} label={texts.project} />
            </span>
          ),
        },
        { id: 'language', narrow: true, head: texts.language, cell: ({ language }) => <bdi>{language}</bdi> },
        {
          id: 'zone',
          narrow: true,
          head: texts.zone,
          cell: ({ timezone }) => <bdi>{zoneName(timezone)}</bdi>,
        },
        {
          id: 'country',
          head: texts.country,
          cell: ({ default_country: country }) => (country === null ? texts.noCountry : <bdi>{country}</bdi>),
        },
        {
          id: 'words',
          head: texts.words,
          cell: ({ ticket_keywords: words }) =>
            words.length === 0 ? texts.noWords : <bdi data-stored="">{words.join(comma(locale))}</bdi>,
        },
        {
          id: 'changed',
          head: texts.changed,
          narrow: true,
          ...changedCells(zone),
        },
      ]}
      action={(project) => (
        <Button
          small
          reason={reason}
          aria-label={texts.editLabel(project.name)}
          onPress={() => onEdit(project)}
        >
          {texts.edit}
        </Button>
      )}
    />
  )
}
