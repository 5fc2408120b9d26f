import { z } from 'zod'
import { WorkflowDefinition } from './definition.ts'

/**
 * Returns the published JSON Schema (2020-12) of a workflow definition, for editors and authors. It describes the
 * shape; only `checkWorkflow` checks the graph of the steps.
 */
export function workflowJsonSchema(): Record<string, unknown> {
  const { $schema, ...schema } = z.toJSONSchema(WorkflowDefinition, { target: 'draft-2020-12', io: 'input' })
  return {
    $schema,
    $id: 'urn:switchboard:schema:workflow-definition',
    title: 'Voice workflow',
    description:
      'The steps of a call: what is said, what is listened for, and where the call goes from there. ' +
      'Texts are Liquid and read {{ customer.<key> }} and {{ variables.<name> }}; a missing value is empty.',
    ...schema,
  }
}
