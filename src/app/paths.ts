/** Where the resources of the APIs are; the management API has them below `/api`. */
export const organization = '/organizations/:organization_id'
export const project = `${organization}/projects/:project_id`
export const campaign = `${project}/campaigns/:campaign_id`
export const callBatch = `${campaign}/call-batches/:batch_id`
export const broadcast = `${project}/broadcasts/:broadcast_id`
export const person = `${project}/customer-profiles/:customer_profile_id`
export const source = `${project}/sources/:source_id`
