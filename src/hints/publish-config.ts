import type { HintPublisher } from './publish-hints.ts'

export interface ConfigHints {
  hints: Pick<HintPublisher, 'publish'>
}

/**
 * Publishes to those who watch that something configured may have changed: a record, a key, a person's role. To be
 * called after the commit.
 *
 * @param projectId null: of the whole organization.
 */
export function publishConfig(
  { hints }: ConfigHints,
  organizationId: string,
  projectId: string | null,
  ids: readonly string[] | null,
): void {
  hints.publish({ topic: 'config', organization_id: organizationId, project_id: projectId, ids })
}
