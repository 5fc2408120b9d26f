/** The kinds of records to import; a file has one kind. */
export const importKinds = ['profiles', 'conversations', 'messages', 'tickets'] as const
export type ImportKind = (typeof importKinds)[number]

/** The fields of records of every kind. `_id` is generated if it is left out. */
const common = ['organization_id', 'project_id', '_id'] as const

/** The other fields of each kind. */
export const importFields = {
  profiles: {
    required: [],
    optional: [
      'name',
      'display_id',
      'phone_numbers',
      'emails',
      'channel_identities',
      'properties',
      'last_interaction_at',
      'created_at',
    ],
  },
  conversations: {
    required: ['channel_type', 'conversation_type', 'status', 'start_time'],
    optional: [
      'phone_number',
      'duration_seconds',
      'end_time',
      'campaign_id',
      'customer_profile_id',
      'transcript',
    ],
  },
  messages: {
    required: ['channel_type', 'direction', 'created_at'],
    optional: ['text', 'conversation_id', 'customer_profile_id'],
  },
  tickets: {
    required: ['channel_type', 'created_at'],
    optional: ['subject', 'status', 'conversation_id', 'customer_profile_id'],
  },
} as const satisfies Record<ImportKind, { required: readonly string[]; optional: readonly string[] }>

/** The fields of the entries of list fields. */
export const entryFields = {
  phone_numbers: ['value', 'source'],
  emails: ['value', 'source'],
  channel_identities: ['channel_type', 'identity_key', 'first_seen_at', 'last_seen_at'],
  transcript: ['role', 'text', 'at'],
} as const

export function knownFields(kind: ImportKind): ReadonlySet<string> {
  const { required, optional } = importFields[kind]
  return new Set([...common, ...required, ...optional])
}

/** Returns the fields of a kind in one line for the command's help, such as `transcript [{role, text, at}]`. */
export function describeFields(kind: ImportKind): string {
  const { required, optional } = importFields[kind]
  const entries: ReadonlyMap<string, readonly string[]> = new Map(Object.entries(entryFields))
  const described = optional.map((name) => {
    const members = entries.get(name)
    return members === undefined ? name : `${name} [{${members.join(', ')}}]`
  })
  return `${required.length === 0 ? '' : `${required.join(', ')}; optional: `}${described.join(', ')}`
}
