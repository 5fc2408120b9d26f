import type { ModelAccount, ModelToolCall } from '../model-client.ts'
import { objectOf, parseObject } from './lenient-json.ts'
import type { OpenObject } from './lenient-json.ts'

/** Names the server and the model that an account reaches. */
export function sourceOf({ baseUrl, model }: Pick<ModelAccount, 'baseUrl' | 'model'>): string {
  return `${baseUrl} ${model}`
}

/** Returns the `extra_content` of a tool call as JSON; null where it has none. */
export function readExtraContent(call: OpenObject): string | null {
  const content = objectOf(call['extra_content'])
  return content === null ? null : JSON.stringify(content)
}

/** Returns the fields of a tool call that go back to who sent them; none for another server or model. */
export function writeExtraContent({ extraContent }: ModelToolCall, account: ModelAccount): OpenObject {
  if (extraContent === undefined || extraContent.source !== sourceOf(account)) return {}
  return { extra_content: parseObject(extraContent.json) }
}
