import type { HintPublisher } from '../hints/publish-hints.ts'

/** Publishes to those who watch that a source may have changed. To be called after the commit. */
export function publishSource(
  { hints }: { hints: Pick<HintPublisher, 'publish'> },
  { organization_id, project_id }: { organization_id: string; project_id: string },
  sourceId: string,
): void {
  hints.publish({ topic: 'sources', organization_id, project_id, ids: [sourceId] })
}
