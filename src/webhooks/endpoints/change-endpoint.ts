import type { ChangeAction, ChangedField, ChangeWriting } from '../../audit/record-change.ts'
import { recordChange } from '../../audit/record-change.ts'
import type { SecretBox } from '../../base/secret-box.ts'
import { newWebhookSecret } from '../../base/sign-webhook.ts'
import type { Transaction } from '../../db/queryable.ts'
import { updateEndpointDisabled } from '../delivery/line-queries.ts'
import { heldFilters, insertResend } from '../resend/resend-queries.ts'
import type { Endpoint } from './endpoint-queries.ts'
import { updateEndpointEnabled, updateEndpointRemoved, updateEndpointSecret } from './endpoint-queries.ts'
import { openSecret } from './open-secret.ts'

async function record(
  transaction: Transaction,
  writing: ChangeWriting,
  { organization_id, project_id, _id, name, revision }: Endpoint,
  action: ChangeAction,
  fields: ChangedField[],
): Promise<void> {
  await recordChange(transaction, writing, {
    organization_id,
    project_id,
    kind: 'webhook_endpoint',
    record_id: _id,
    record_name: name,
    action,
    revision: revision + 1,
    fields,
  })
}

/** Removes a locked endpoint: nothing more is sent to it. */
export async function removeEndpoint(
  transaction: Transaction,
  writing: ChangeWriting,
  endpoint: Endpoint,
): Promise<void> {
  await updateEndpointRemoved(transaction, endpoint, writing.now)
  await record(transaction, writing, endpoint, 'removed', [])
}

/**
 * Gives a locked endpoint a new secret, which is returned. Until the former one ends, each delivery has the signatures
 * of both. One that can't be opened with this SECRET_KEY ends at once.
 */
export async function rotateSecret(
  transaction: Transaction,
  { secretBox, ...writing }: ChangeWriting & { secretBox: SecretBox },
  endpoint: Endpoint,
  keepOldHours: number,
): Promise<{ secret: string; oldUntil: Date | null }> {
  const secret = newWebhookSecret()
  const isKept = keepOldHours > 0 && openSecret(secretBox, endpoint.secret) !== null
  const oldUntil = isKept ? new Date(writing.now.getTime() + keepOldHours * 3_600_000) : null
  await updateEndpointSecret(transaction, endpoint, { secret: secretBox.seal(secret), oldUntil }, writing.now)
  await record(transaction, writing, endpoint, 'updated', [
    { path: 'secret', before: null, after: 'changed' },
  ])
  return { secret, oldUntil }
}

/** Disables a locked endpoint that is not disabled. What is made for it is held. */
export async function disableEndpoint(
  transaction: Transaction,
  writing: ChangeWriting,
  endpoint: Endpoint,
): Promise<void> {
  const { organization_id, _id } = endpoint
  await updateEndpointDisabled(transaction, { organization_id, endpoint_id: _id }, 'turned_off', writing.now)
  const after = writing.now.toISOString()
  await record(transaction, writing, endpoint, 'updated', [{ path: 'disabled_at', before: null, after }])
}

/**
 * Enables a locked endpoint that is disabled.
 *
 * @param held how many held deliveries are sent; 0: they stay held.
 */
export async function enableEndpoint(
  transaction: Transaction,
  writing: ChangeWriting,
  endpoint: Endpoint,
  held: number,
): Promise<void> {
  await updateEndpointEnabled(transaction, endpoint, writing.now)
  if (held > 0)
    await insertResend(transaction, {
      organization_id: endpoint.organization_id,
      endpoint_id: endpoint._id,
      _id: writing.newId(),
      filters: heldFilters,
      created_at: writing.now,
      requested_by: writing.actor.name,
      deliveries_count: held,
    })
  await record(transaction, writing, endpoint, 'updated', [
    { path: 'disabled_at', before: endpoint.disabled_at, after: null },
  ])
}
