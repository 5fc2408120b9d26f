import type { HintPublisher } from '../hints/publish-hints.ts'

/** Publishes to those who watch that deliveries of an endpoint may have changed. To be called after the commit. */
export function publishDeliveries(
  { hints }: { hints: Pick<HintPublisher, 'publish'> },
  {
    organization_id,
    project_id,
    endpoint_id,
  }: { organization_id: string; project_id: string; endpoint_id: string },
): void {
  hints.publish({ topic: 'webhooks', organization_id, project_id, ids: [endpoint_id] })
}
