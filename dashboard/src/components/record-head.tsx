import { useMessages } from '../messages/use-messages.ts'
import { PageHeader } from './page-header.tsx'

interface RecordHeadProps {
  /** As the search names it, such as `campaign`. */
  kind: string
  /** The list of such records, as it is called and where it is. */
  list: string
  href: string
}

/** The head of the page of a record that is not known: it is loading, or it was refused. */
export function RecordHead({ kind, list, href }: RecordHeadProps) {
  const { shell } = useMessages('shell')
  return <PageHeader title={shell.kinds[kind]} crumbs={[{ label: list, href }]} />
}
