// Made from the document of the management API by `npm run generate`. Do not edit.

export interface AcceptLinkInputInput {
  /**
   * Required of users with a second factor, as in `POST /api/sign-in`.
   * @maxLength 40
   */
  code?: string;
  /**
   * Required of the first owner; ignored for others.
   * @maxLength 254
   * @pattern ^[^\s@\p{Cc}]+@[^\s@\p{Cc}]+$
   */
  email?: string;
  /**
   * Required of the first owner; others may change theirs.
   * @minLength 1
   * @maxLength 200
   * @pattern ^\P{Cc}*$
   */
  name?: string;
  /**
   * 12 characters at least, and not a common one.
   * @minLength 1
   * @maxLength 1024
   */
  password: string;
  /**
   * What stands after # in the link.
   * @maxLength 200
   */
  token: string;
}

export interface AddedDoNotCall {
  /**
   * Numbers that were not on the list, or not for as long.
   * @min 0
   * @max 9007199254740991
   */
  added: number;
  /**
   * Waiting calls to them, in all projects.
   * @min 0
   * @max 9007199254740991
   */
  calls_canceled: number;
  /**
   * @min 0
   * @max 9007199254740991
   */
  listed_already: number;
}

/** A file or web page in the index. */
export interface AddedSource {
  /** A file of the same name, or a page of the same address, is replaced. */
  kind: "added" | "replaced" | "unchanged";
  name: string;
  /**
   * Passages in the index.
   * @min 0
   * @max 9007199254740991
   */
  passages: number;
  /**
   * Passages that it has; the first 2,000 are kept.
   * @min 0
   * @max 9007199254740991
   */
  passages_found: number;
  source_id: string;
}

/** A conversation with an agent that has begun. */
export interface AgentConversation {
  conversation_id: string;
  /** BCP 47. */
  language: string;
  /** What the agent says first; empty where it waits for the customer. */
  text: string;
}

/** What the customer writes. */
export interface AgentMessageInput {
  /**
   * @minLength 1
   * @maxLength 4000
   */
  text: string;
}

/** The fields that change (RFC 7396). A null returns a field to its default. Lists are replaced as a whole. */
export interface AgentPatchInput {
  /** Sentences that are held back until a tool has succeeded. */
  claims?: {
    needs: string;
    pattern: string;
  }[];
  /** Said after the first line. */
  disclosure?: string | false;
  /** Why nothing is disclosed; required with `false`. */
  disclosure_why?: string | null;
  /** Asked where `model` is busy, silent or breaks off. */
  fallback?: string | null;
  first_line?: string | null;
  /** The first is spoken first. */
  languages?: string[];
  limits?: Partial<Record<string, number>>;
  /** What the service itself says for the agent. */
  lines?: Partial<Record<string, string>>;
  /** The name of a model account of the project. */
  model?: string;
  name?: string;
  /** Liquid; filled once, when a conversation begins. */
  prompt?: string;
  /** What the agent is for. The model reads it. */
  purpose?: string;
  speech?: Partial<Record<string, unknown>> | null;
  speech_fallback?: Partial<Record<string, unknown>> | null;
  /** The tools as the declaration has them. The secret of an `http` tool is shown nowhere. */
  tools?: Partial<Record<string, unknown>>[];
  /** Null: it answers no chats on WhatsApp. */
  whatsapp?: {
    after_window: string | null;
    broadcast: string;
    gather_seconds: number;
  } | null;
}

/** What a model would read, and what would be said first. */
export interface AgentPreview {
  /** The texts that reached a limit, such as `prompt`. */
  cut: {
    reason: string;
    text: string;
  }[];
  /** What is said first, with the disclosure; empty where the customer speaks first. */
  first_line: string;
  prompt: string;
  /** What the service adds after the prompt. */
  service_part: string;
}

export interface AgentRevision {
  /** Null: from before changes were stored. */
  changed_by: string | null;
  /** How many conversations it led, counted to 1000. */
  conversations: {
    /**
     * @min 0
     * @max 9007199254740991
     */
    count: number;
    is_more: boolean;
  };
  /**
   * ISO 8601 UTC, such as 2026-11-21T09:00:00.000Z.
   * @format date-time
   */
  created_at: string;
  /** The fields of the declaration, without the name and the broadcasts, which have no revisions. */
  definition: Partial<Record<string, unknown>>;
  /** The conversations that began last, newest first. */
  latest_conversations: {
    /**
     * ISO 8601 UTC, such as 2026-11-21T09:00:00.000Z.
     * @format date-time
     */
    at: string;
    channel_type: string;
    conversation_id: string;
  }[];
  /**
   * @min 1
   * @max 9007199254740991
   */
  revision: number;
  via: string | null;
}

/** The texts of an agent, and with whom it would talk. */
export interface AgentToPreviewInput {
  /** @default "voice" */
  channel?: "voice" | "whatsapp" | "web";
  /**
   * Values of `{{ customer.<name> }}`.
   * @default {}
   */
  customer?: Partial<Record<string, string | number | boolean>>;
  /** @default "I am an automated assistant." */
  disclosure?: string | false;
  /** @default null */
  first_line?: string | null;
  /**
   * @maxItems 10
   * @minItems 1
   * @default ["en-US"]
   */
  languages?: string[];
  /**
   * @minLength 1
   * @maxLength 8000
   */
  prompt: string;
  /**
   * @minLength 1
   * @maxLength 1000
   */
  purpose: string;
  /**
   * @min 50
   * @max 4000
   * @default 500
   */
  reply_characters?: number;
  /**
   * The names of the tools, by which a model calls them.
   * @maxItems 50
   * @default []
   */
  tools?: string[];
}

/** One input of a customer and what answered it. */
export interface AgentTurn {
  /** ISO 8601 UTC, such as 2026-11-21T09:00:00.000Z. */
  asked_at: string | null;
  citations: {
    id: string;
    title: string;
    url: string | null;
  }[];
  /**
   * ISO 8601 UTC, such as 2026-11-21T09:00:00.000Z.
   * @format date-time
   */
  created_at: string;
  /** ISO 8601 UTC, such as 2026-11-21T09:00:00.000Z. */
  ended_at: string | null;
  /** ISO 8601 UTC, such as 2026-11-21T09:00:00.000Z. */
  first_text_at: string | null;
  /** What was heard of it; null: all. */
  heard: string | null;
  input: string;
  /**
   * @min -9007199254740991
   * @max 9007199254740991
   */
  input_tokens: number;
  /** The name of the account that answered last; null: no model was asked. */
  model: string | null;
  /** Why the turn ended; null while it goes on. */
  outcome: string | null;
  /**
   * @min -9007199254740991
   * @max 9007199254740991
   */
  output_tokens: number;
  state: "thinking" | "acting" | "replying" | "done" | "superseded" | "failed";
  steps: {
    /** Null for a model, or where they did not fit. */
    arguments: Partial<Record<string, unknown>> | null;
    /**
     * ISO 8601 UTC, such as 2026-11-21T09:00:00.000Z.
     * @format date-time
     */
    begun_at: string;
    /** ISO 8601 UTC, such as 2026-11-21T09:00:00.000Z. */
    ended_at: string | null;
    kind: "model" | "tool";
    /** How a tool ended; null for a model, and while the tool runs. */
    outcome:
      | "ok"
      | "failed"
      | "refused"
      | "asked"
      | "repeated"
      | "unknown"
      | null;
    /** How the answer of the model ended; null for a tool. */
    reason: string | null;
    /** What the tool answered; null while it runs. */
    result: string | null;
    state: "begun" | "done" | "unknown";
    /**
     * @min -9007199254740991
     * @max 9007199254740991
     */
    step: number;
    /** What the model said in this step; null for a tool, or once removed. */
    text: string | null;
    /** The name of the tool; null for a model, or once removed. */
    tool: string | null;
  }[];
  /** Everything that was said or written. */
  text: string;
  tokens_estimated: boolean;
  /**
   * @min -9007199254740991
   * @max 9007199254740991
   */
  turn: number;
}

/** Who answers a conversation. */
export interface AnsweredMode {
  /** False: it was so before. */
  changed: boolean;
  mode: "agent" | "person";
}

/** A key, without its value. */
export interface ApiKey {
  _id: string;
  /**
   * ISO 8601 UTC, such as 2026-11-21T09:00:00.000Z.
   * @format date-time
   */
  created_at: string;
  /** ISO 8601 UTC, such as 2026-11-21T09:00:00.000Z. */
  ends_at: string | null;
  /** Exact to the minute; null: never, since this is kept. */
  last_used_at: string | null;
  /** Null: from before this was kept. */
  made_by: string | null;
  name: string;
  /** What people recognize it by. */
  prefix: string;
  /** How many requests it may make. `none`: there is no limit. */
  rate:
    | "none"
    | {
        /**
         * Requests at once, after a pause.
         * @min -9007199254740991
         * @max 9007199254740991
         */
        burst: number;
        /**
         * @min -9007199254740991
         * @max 9007199254740991
         */
        requests_per_second: number;
        /**
         * @min -9007199254740991
         * @max 9007199254740991
         */
        write_burst: number;
        /**
         * Requests that make a call, a send or a source.
         * @min -9007199254740991
         * @max 9007199254740991
         */
        writes_per_second: number;
      };
  /**
   * @min 1
   * @max 9007199254740991
   */
  revision: number;
  /** ISO 8601 UTC, such as 2026-11-21T09:00:00.000Z. */
  revoked_at: string | null;
  /** What it may do beyond reading. */
  scopes: (
    | "calls:create"
    | "whatsapp:create"
    | "agents:chat"
    | "agents:manage"
    | "profiles:manage"
    | "profiles:erase"
    | "webhooks:manage"
    | "suppressions:manage"
    | "audit:read"
    | "events:read"
  )[];
  /** `ending`: it was replaced and works until `ends_at`. */
  status: "active" | "ending" | "ended" | "revoked";
}

export interface ApiKeyEditInput {
  rate:
    | "none"
    | {
        /**
         * @min 1
         * @max 100000
         */
        burst?: number;
        /**
         * @min 1
         * @max 10000
         * @default 20
         */
        requests_per_second?: number;
        /**
         * @min 1
         * @max 100000
         */
        write_burst?: number;
        /**
         * @min 1
         * @max 10000
         * @default 10
         */
        writes_per_second?: number;
      };
}

export interface AppliedDeclaration {
  /** The keys that it made, with their values, which are shown this once. Empty for a dry run. */
  api_keys: {
    _id: string;
    key: string;
    name: string;
    project: string;
  }[];
  changes: {
    /**
     * @min -9007199254740991
     * @max 9007199254740991
     */
    created: number;
    /**
     * @min -9007199254740991
     * @max 9007199254740991
     */
    unchanged: number;
    /**
     * @min -9007199254740991
     * @max 9007199254740991
     */
    updated: number;
  };
  differences: Difference[];
  /** What is applied and is probably a mistake, such as a prompt that reads what no call has. */
  warnings: {
    message: string;
    path: string;
  }[];
  /** The webhook endpoints whose secret it made, with that secret, which is shown this once. Empty for a dry run. */
  webhook_secrets: {
    _id: string;
    name: string;
    project: string;
    secret: string;
  }[];
}

/** What the assistant would find for a question. */
export interface AskedKnowledge {
  /** If nothing is found: URLs with words of the question that the last crawls did not take, and the rule that kept each out. At most 5. */
  left_out: {
    detail: string | null;
    reason: string | null;
    source_id: string;
    source_name: string;
    state: "waiting" | "indexed" | "unchanged" | "skipped" | "failed" | "gone";
    url: string;
  }[];
  passages: {
    anchor: string | null;
    heading: string;
    /** Escaped HTML: excerpts, with the found words in `<mark>`. */
    highlight: string;
    /** Null for a file. */
    page_url: string | null;
    /**
     * @min 0
     * @max 1
     */
    score: number;
    source_id: string;
    source_name: string;
    /** The passage as it is spoken. */
    spoken: string;
    title: string;
  }[];
  /** What the step `look_up` keeps, at most 2000 characters; empty if nothing is found. */
  text: string;
}

/** A change of the configuration; without a projection it has every field. */
export interface AuditEntry {
  _id?: string;
  /** `created`, `updated`, `removed`, or another word for what is no edit. */
  action?: string;
  actor?: {
    /** Null for a command and a sync. */
    id?: string | null;
    kind?: "person" | "token" | "key" | "cli" | "sync";
    /** The name at the time of the change. */
    name?: string;
    via?: "dashboard" | "api" | "apply" | "command" | "sync";
  };
  /**
   * ISO 8601 UTC, such as 2026-11-21T09:00:00.000Z.
   * @format date-time
   */
  at?: string;
  /** What the change set. */
  fields?: {
    after?: unknown;
    before?: unknown;
    path?: string;
  }[];
  /** What the record is, such as `campaign`. */
  kind?: string;
  /** Null: the record belongs to no project. */
  project_id?: string | null;
  record_id?: string;
  /** The name at the time of the change. */
  record_name?: string;
  request_id?: string | null;
  /** The revision after the change; null if such records have none. */
  revision?: number | null;
}

/** With whom the agent talks. */
export interface BeginAgentConversationInput {
  /**
   * Values that the prompt can use as `{{ customer.<name> }}`.
   * @default {}
   */
  customer?: Partial<Record<string, string | number | boolean>>;
}

/** Six digits every 30 seconds (RFC 6238, SHA-1). */
export interface BegunSecondFactor {
  /** Base32, to type into an authenticator app. It is shown this once. */
  secret: string;
  /** `otpauth://…`, for a QR code. */
  uri: string;
}

/** The messages of a broadcast in figures. */
export interface BroadcastFigures {
  /** How many messages have each status. */
  counts: MessageCounts;
  /** Counts by code, the most frequent first. */
  failures: {
    /** What the failure is about, by WhatsApp’s code. */
    about:
      | "recipient"
      | "message"
      | "template"
      | "sender"
      | "window"
      | "opt_out"
      | "quota"
      | null;
    /** WhatsApp’s code; null where it gave none. */
    code: string | null;
    /**
     * @min 0
     * @max 9007199254740991
     */
    messages: number;
    reason: string | null;
  }[];
  /** ISO 8601 UTC, such as 2026-11-21T09:00:00.000Z. */
  first_message_at: string | null;
  sends: {
    /**
     * @min 0
     * @max 9007199254740991
     */
    consumed: number;
    /**
     * @min 0
     * @max 9007199254740991
     */
    released: number;
    /**
     * @min 0
     * @max 9007199254740991
     */
    reserved: number;
  };
}

/** A broadcast that uses a template. */
export interface BroadcastOfTemplate {
  _id: string;
  /** When its newest template message was made. */
  last_at: string | null;
  /**
   * Its messages of the last 24 hours; at most 10000 are counted.
   * @min -9007199254740991
   * @max 9007199254740991
   */
  messages_of_day: number;
  name: string;
  sender_name: string;
  /** The heaviest first; empty: nothing is wrong. */
  troubles: TemplateTrouble[];
  whatsapp_template_id: string;
}

/** The fields that change (RFC 7396). A null returns a field to its default. Lists are replaced as a whole. */
export interface BroadcastPatchInput {
  name?: string;
  /** The name of a WhatsApp sender of the project. */
  sender?: string;
  /** The name of a WhatsApp template of the project. Null: it sends free-form messages only. */
  template?: string | null;
}

/** The template of a broadcast, and what is wrong with it. */
export interface BroadcastTemplate {
  /** Id of the broadcast. */
  _id: string;
  /**
   * Its messages of the last 24 hours.
   * @min -9007199254740991
   * @max 9007199254740991
   */
  messages_of_day: number;
  name: string;
  /** Null: it sends typed messages only. */
  template: WhatsappTemplate | null;
  /** The heaviest first; empty: nothing is wrong. */
  troubles: TemplateTrouble[];
}

/** A call of a campaign. */
export interface Call {
  /** Id of the call: its `campaign_queue_id`. */
  _id: string;
  /**
   * Attempts so far, without those that were never placed.
   * @min 0
   * @max 9007199254740991
   */
  attempts_count: number;
  /** `inbound`: the person called. */
  call_direction: "outbound" | "inbound";
  campaign_id: string;
  /** When it was first canceled. */
  cancel_requested_at: string | null;
  /**
   * ISO 8601 UTC, such as 2026-11-21T09:00:00.000Z.
   * @format date-time
   */
  created_at: string;
  /** Null where nothing failed. */
  error: {
    /** The carrier’s own code, where it gave one. */
    code: string | null;
    /** The same in plain words. */
    reason: string | null;
  } | null;
  /** The number of the person, E.164; null for a caller who withholds it. */
  phone_number: string | null;
  /** The endpoint, `trigger-call` or `calls`; `caller`: the person called a caller ID. */
  placed_by: "trigger" | "queue" | "caller";
  state:
    | "waiting"
    | "dialling"
    | "unresolved"
    | "ringing"
    | "live"
    | "completed"
    | "voicemail"
    | "no_answer"
    | "busy"
    | "failed"
    | "canceled"
    | "expired";
  /**
   * ISO 8601 UTC, such as 2026-11-21T09:00:00.000Z.
   * @format date-time
   */
  state_since: string;
  /** Null unless its state is `waiting`. */
  waiting: {
    /** The guard that holds it, where the reason is `guard` (docs/guards.md). Null otherwise. */
    guard:
      | "dials_a_day"
      | "minutes_a_day"
      | "spend_a_day"
      | "number_dials_a_day"
      | "number_dials_a_week"
      | "block_dials_an_hour"
      | null;
    /** What keeps it from being dialed now; the first reason if there are several. `service_held`, `worker`: no waiting call is dialed until the operator of the service acts. */
    reason:
      | "paused"
      | "hours"
      | "slot"
      | "number"
      | "retry"
      | "carrier_rate"
      | "guard"
      | "service_held"
      | "worker";
    /**
     * Since when it waits.
     * @format date-time
     */
    since: string;
    /** The time zone that opens last, where the reason is `hours`. Null otherwise. */
    timezone: string | null;
    /** When the reason ends; null where that depends on other calls, on a release, or on wider guards. */
    until: string | null;
  } | null;
}

/** Calls from one file. */
export interface CallBatch {
  _id: string;
  /**
   * Rows that become calls.
   * @min 0
   * @max 9007199254740991
   */
  accepted_count: number;
  campaign_id: string;
  /**
   * ISO 8601 UTC, such as 2026-11-21T09:00:00.000Z.
   * @format date-time
   */
  created_at: string;
  /**
   * @min 0
   * @max 9007199254740991
   */
  faults_count: number;
  /**
   * @min 1
   * @max 9007199254740991
   */
  file_bytes: number;
  format: "csv" | "ndjson";
  /** The same bytes were to be called once more. */
  is_again: boolean;
  /** The other rows, by the first reason. */
  left_out: {
    /**
     * @min 0
     * @max 9007199254740991
     */
    do_not_call: number;
    /**
     * @min 0
     * @max 9007199254740991
     */
    incomplete: number;
    /**
     * @min 0
     * @max 9007199254740991
     */
    invalid: number;
    /**
     * @min 0
     * @max 9007199254740991
     */
    number: number;
    /**
     * @min 0
     * @max 9007199254740991
     */
    repeated: number;
    /**
     * @min 0
     * @max 9007199254740991
     */
    waiting: number;
  };
  /** Who gave the file, as of then. */
  made_by: string;
  /** The name of the file. */
  name: string | null;
  /**
   * Rows that are calls by now.
   * @min 0
   * @max 9007199254740991
   */
  queued_count: number;
  /**
   * @min 0
   * @max 9007199254740991
   */
  rows_count: number;
  /** `queueing`: a worker turns rows into calls. `queued`: all are calls. `stopped`: the campaign takes no more calls; `stop` says why. `canceling`: calls under way have not ended. */
  state: "queueing" | "queued" | "stopped" | "canceling" | "canceled";
  /**
   * ISO 8601 UTC, such as 2026-11-21T09:00:00.000Z.
   * @format date-time
   */
  state_since: string;
  /** Why the campaign takes no calls; null if it does. */
  stop: {
    code: string;
    message: string;
  } | null;
}

/** What would happen with a file of calls. */
export interface CallFileCheck {
  /**
   * Rows that would become calls.
   * @min 0
   * @max 9007199254740991
   */
  accepted: number;
  /** The batch that the same bytes have made already. */
  earlier_batch_id: string | null;
  /** ISO 8601 UTC, such as 2026-11-21T09:00:00.000Z. */
  ends_at: string | null;
  /** When the calls would be dialed if slots are always in use, each call takes as long as `assumes` says, and nobody is dialed again. */
  estimate: {
    /** What the estimate assumes. */
    assumes: {
      /**
       * Calls of the campaign that wait already.
       * @min 0
       * @max 9007199254740991
       */
      calls_before: number;
      /** The rate limit of the carrier account. */
      calls_per_second: number;
      /** `assumption`: no call of the campaign has ended yet. */
      seconds_from: "latest_calls" | "assumption";
      /** Estimates how long a call holds its slot. */
      seconds_per_call: number;
      /**
       * @min -9007199254740991
       * @max 9007199254740991
       */
      slots: number;
    };
    /** Null if none is dialed before the campaign ends, or the rate is too low for any date. */
    first_attempt_at: string | null;
    /** Null if not all are dialed before the campaign ends, or the rate is too low for any date. */
    last_attempt_at: string | null;
    /**
     * Calls that are not dialed before the campaign ends.
     * @min 0
     * @max 9007199254740991
     */
    too_late: number;
  };
  /** The first faults, in the order of the file. */
  faults: CallRowFault[];
  /**
   * All faults.
   * @min 0
   * @max 9007199254740991
   */
  faults_count: number;
  /**
   * @min 1
   * @max 9007199254740991
   */
  file_bytes: number;
  format: "csv" | "ndjson";
  /** Rows for which each reason holds, left out or not. */
  found: {
    /**
     * @min 0
     * @max 9007199254740991
     */
    do_not_call: number;
    /**
     * @min 0
     * @max 9007199254740991
     */
    incomplete: number;
    /**
     * @min 0
     * @max 9007199254740991
     */
    invalid: number;
    /**
     * @min 0
     * @max 9007199254740991
     */
    number: number;
    /**
     * @min 0
     * @max 9007199254740991
     */
    repeated: number;
    /**
     * @min 0
     * @max 9007199254740991
     */
    waiting: number;
  };
  /** The calling hours now. */
  hours: {
    /** Whether the hours hold where the callee is, for each call by itself. */
    at_callee: boolean;
    /** ISO 8601 UTC, such as 2026-11-21T09:00:00.000Z. */
    closes_at: string | null;
    is_open: boolean;
    /** ISO 8601 UTC, such as 2026-11-21T09:00:00.000Z. */
    opens_at: string | null;
    /** Null where the campaign has no calling hours of its own. */
    timezone: string | null;
  };
  /** The campaign is on hold, so the calls would wait for its release. */
  is_paused: boolean;
  /** The other rows, by the first reason. */
  left_out: {
    /**
     * @min 0
     * @max 9007199254740991
     */
    do_not_call: number;
    /**
     * @min 0
     * @max 9007199254740991
     */
    incomplete: number;
    /**
     * @min 0
     * @max 9007199254740991
     */
    invalid: number;
    /**
     * @min 0
     * @max 9007199254740991
     */
    number: number;
    /**
     * @min 0
     * @max 9007199254740991
     */
    repeated: number;
    /**
     * @min 0
     * @max 9007199254740991
     */
    waiting: number;
  };
  /** Why the campaign takes no calls; null if it does. */
  refusal: {
    code: string;
    message: string;
  } | null;
  /**
   * @min 1
   * @max 9007199254740991
   */
  rows: number;
}

/**
 * The bytes of the file.
 * @format binary
 */
export type CallFileInput = File;

/** Why a row of a file was left out. */
export interface CallRowFault {
  /** The name of the value; null: the whole row. */
  field: string | null;
  /** `invalid`: it can not be read, or a value is not allowed. `number`: no number that can be called. `repeated`: its number stands in an earlier row that is not left out. `waiting`: a call of the campaign to it waits or is under way. `incomplete`: it lacks a value that the campaign speaks. */
  kind:
    | "invalid"
    | "number"
    | "do_not_call"
    | "repeated"
    | "waiting"
    | "incomplete";
  /**
   * Line of the file, from 1.
   * @min 0
   * @max 9007199254740991
   */
  line: number;
  /** What is wrong, and what would be right. */
  message: string;
}

/** What calling hours do for a number at a local time, with the time zones that decide. */
export interface CalleeHoursPreview {
  /**
   * The instant that is asked about.
   * @format date-time
   */
  at: string;
  /** Null if they are closed, or don’t close within 10 days. */
  closes_at: string | null;
  /** The zone that opens last; null if all are open. */
  held_by: string | null;
  /** Whether the hours are open in all of `zones`. */
  is_open: boolean;
  /** When they are open next in all zones at once; null if they are now, or not within 14 days. */
  opens_at: string | null;
  /** E.164. */
  phone_number: string;
  /** The same in a sentence. */
  sentence: string;
  /** Where the zones are known from: `timezone` of the request, the property `timezone` of the profile, the first digits of the number, or its country. `campaign`: the hours don’t hold where the callee is. */
  source: "request" | "profile" | "prefix" | "country" | "campaign";
  /** Where the callee may be, and the campaign’s own zone if its hours hold there too. */
  zones: {
    closes_at: string | null;
    is_open: boolean;
    /** The local date and time there. */
    local: string;
    opens_at: string | null;
    /** IANA name. */
    timezone: string;
  }[];
}

/** The fields that change (RFC 7396). A null returns a field to its default. Lists are replaced as a whole. */
export interface CallerIdPatchInput {
  /** The name of a carrier account of the project. */
  carrier?: string;
  /** The name of the inbound campaign that answers calls to it; null: nobody does. */
  inbound_campaign?: string | null;
  /** E.164; any spelling is taken. */
  number?: string;
}

/** What every page shows of calls. */
export interface CallsUnderWay {
  /** The whole database is held: nothing is dialed until an operator releases it. */
  is_held: boolean;
  /**
   * Calls that are dialed, ring or are live.
   * @min 0
   * @max 9007199254740991
   */
  under_way: number;
  /** Calls that wait, at most 1001; null while a worker is there, which dials them in their turn. */
  waiting: number | null;
  /** The worker that was seen last; null: none for a day. */
  worker: {
    host: string;
    /** False: no worker was seen for 30 seconds, so nothing is dialed. */
    is_alive: boolean;
    /**
     * ISO 8601 UTC, such as 2026-11-21T09:00:00.000Z.
     * @format date-time
     */
    seen_at: string;
    version: string;
  } | null;
}

/** The fields that change (RFC 7396). A null returns a field to its default. Lists are replaced as a whole. */
export interface CampaignPatchInput {
  /** The name of an agent of the project. */
  agent?: string | null;
  /** Said to callers while all its slots are taken. Null: a text of the service. */
  busy_message?: string | null;
  call_direction?: "outbound" | "inbound";
  /** The number of a caller ID of the project. */
  caller_id?: string | null;
  /** Null: always open. */
  calling_hours?: {
    /** Whether they hold where the callee is, too. */
    also_callee?: boolean;
    closed_dates: string[];
    /** IANA name, or `callee`: the hours hold where the callee is. */
    timezone: string;
    windows: {
      days: string[];
      from: string;
      to: string;
    }[];
  } | null;
  campaign_type?: "workflow" | "script" | "agent";
  /** Said to callers of an inbound campaign while it is closed. Null: a text of the service. */
  closed_message?: string | null;
  /** ISO 8601 UTC, such as 2026-11-21T09:00:00.000Z. */
  ends_at?: string | null;
  machine_detection?: boolean;
  name?: string;
  /** Null: a call is tried once. */
  retry?: {
    delay_minutes: number;
    /**
     * @min -9007199254740991
     * @max 9007199254740991
     */
    max_attempts: number;
    on: ("no_answer" | "busy" | "failed" | "voicemail")[];
  } | null;
  /**
   * @min -9007199254740991
   * @max 9007199254740991
   */
  ring_timeout_seconds?: number;
  script?: string | null;
  /**
   * @min -9007199254740991
   * @max 9007199254740991
   */
  slots?: number;
  status?: "draft" | "running" | "paused" | "ended";
  voice?: string | null;
  /** The name of a workflow of the project. */
  workflow?: string | null;
}

/** The calls of a campaign that wait or are under way. */
export interface CampaignQueue {
  campaign_id: string;
  /** ISO 8601 UTC, such as 2026-11-21T09:00:00.000Z. */
  ends_at: string | null;
  /** Who put the campaign on hold; null: it is not on hold, or that change is no longer stored. */
  held?: {
    /** The name of a person, token or command. */
    by: string;
    /**
     * ISO 8601 UTC, such as 2026-11-21T09:00:00.000Z.
     * @format date-time
     */
    since: string;
  } | null;
  hours: {
    /** Whether the hours hold where the callee is, for each call by itself. */
    at_callee: boolean;
    /** Null unless it is open and closes within 10 days. */
    closes_at: string | null;
    is_open: boolean;
    /** The next opening; null unless it is closed. */
    opens_at: string | null;
    /** Null where the campaign has no calling hours of its own. */
    timezone: string | null;
  };
  name: string;
  /** Since when the call waits that was accepted first. */
  oldest_since: string | null;
  /**
   * @min -9007199254740991
   * @max 9007199254740991
   */
  slots: number;
  /**
   * @min 0
   * @max 9007199254740991
   */
  slots_in_use: number;
  status: "draft" | "running" | "paused" | "ended";
  under_way: {
    /**
     * @min 0
     * @max 9007199254740991
     */
    dialling: number;
    /**
     * @min 0
     * @max 9007199254740991
     */
    live: number;
    /**
     * @min 0
     * @max 9007199254740991
     */
    ringing: number;
    /**
     * @min 0
     * @max 9007199254740991
     */
    unresolved: number;
  };
  waiting: {
    /**
     * At most 10,000.
     * @min 0
     * @max 9007199254740991
     */
    count: number;
    /** There are more than `count`, which were not counted. */
    is_more: boolean;
  };
  /** In the order in which reasons are looked at. */
  waiting_by_reason: {
    /**
     * At most 10,000.
     * @min 0
     * @max 9007199254740991
     */
    count: number;
    /** The guard, for the reason `guard`. Null otherwise. */
    guard:
      | "dials_a_day"
      | "minutes_a_day"
      | "spend_a_day"
      | "number_dials_a_day"
      | "number_dials_a_week"
      | "block_dials_an_hour"
      | null;
    /** There are more than `count`, which were not counted. */
    is_more: boolean;
    reason:
      | "paused"
      | "hours"
      | "slot"
      | "number"
      | "retry"
      | "carrier_rate"
      | "guard";
    /** When it ends for the first of them; null where that is not known. */
    until: string | null;
  }[];
}

/** The result of a request to end a call. */
export interface CanceledCall {
  /** Id of the call. */
  campaign_queue_id: string;
  /** True: it will not be dialed, or not go on. False: it was over already. */
  canceled: boolean;
  /** What was done. */
  message: string;
  /** The state now. A call that is ended at the carrier keeps its state until the carrier reports the end. */
  state:
    | "waiting"
    | "dialling"
    | "unresolved"
    | "ringing"
    | "live"
    | "completed"
    | "voicemail"
    | "no_answer"
    | "busy"
    | "failed"
    | "canceled"
    | "expired";
  /** The state of the call before the request. */
  state_before:
    | "waiting"
    | "dialling"
    | "unresolved"
    | "ringing"
    | "live"
    | "completed"
    | "voicemail"
    | "no_answer"
    | "busy"
    | "failed"
    | "canceled"
    | "expired";
}

/** The result of a request to end a crawl. */
export interface CancelledCrawl {
  /** False where there is no crawl or it had ended already. */
  cancelled: boolean;
  source_id: string;
  /** Its state now. */
  state:
    | "waiting"
    | "running"
    | "finished"
    | "failed"
    | "cancelled"
    | "superseded"
    | null;
  /** The state of the last crawl before this request; null where there is no crawl. */
  state_before:
    | "waiting"
    | "running"
    | "finished"
    | "failed"
    | "cancelled"
    | "superseded"
    | null;
}

/** One fact that the carrier reported about an attempt. */
export interface CarrierEvent {
  answered_by: string | null;
  attempt_id: string;
  /**
   * @min 1
   * @max 9007199254740991
   */
  attempt_number: number;
  /** The carrier’s own word. */
  call_status: string;
  duration_seconds: number | null;
  error_code: string | null;
  /** The time by the carrier’s clock; null if it gave none. */
  occurred_at: string | null;
  /**
   * The time by the service’s clock.
   * @format date-time
   */
  received_at: string;
  /**
   * The carrier’s own number of the event; -1 if it has none.
   * @min -9007199254740991
   * @max 9007199254740991
   */
  sequence_number: number;
  sip_response_code: string | null;
  /** How it was learned; `created`: the answer to the request for the call, `asked`: a poll, `inbound`: somebody called. */
  source:
    | "created"
    | "status_callback"
    | "instructions"
    | "asked"
    | "machine_detection"
    | "inbound";
}

/** Who changed a record, from what to what. */
export interface Change {
  _id: string;
  /** `created`, `updated`, or another word. */
  action: string;
  actor_id: string | null;
  actor_kind: "person" | "token" | "key" | "cli" | "sync";
  /** The name at the time of the change. */
  actor_name: string;
  /**
   * ISO 8601 UTC, such as 2026-11-21T09:00:00.000Z.
   * @format date-time
   */
  at: string;
  fields: {
    /** `changed` for a secret. */
    after: unknown;
    before: unknown;
    path: string;
  }[];
  /** What the record is, such as `campaign`. */
  kind: string;
  /** Null: the record belongs to no project. */
  project_id: string | null;
  record_id: string;
  /** The name at the time of the change. */
  record_name: string;
  request_id: string | null;
  /** The revision of the record after the change; null if such records have no revisions. */
  revision: number | null;
  via: "dashboard" | "api" | "apply" | "command" | "sync";
}

export interface ChangedField {
  /** `changed` for a secret. */
  after: unknown;
  /** Null for a secret, and for what was not set. */
  before: unknown;
  /** A path such as `calling_hours.windows[1].to`. */
  path: string;
}

export interface ChangedOptOut {
  /** False: it was so already. */
  changed: boolean;
  /** The number in E.164; WhatsApp's id of a person who hides it. */
  number: string;
  /** Those in force now, over all addresses of the person. */
  opt_outs: {
    reason: string | null;
    /** `marketing`: templates of that category alone. */
    scope: "all" | "marketing";
    /**
     * ISO 8601 UTC, such as 2026-11-21T09:00:00.000Z.
     * @format date-time
     */
    since: string;
    /** `message`: the person wrote STOP; `provider`: in WhatsApp; `operator`: somebody here. */
    source: "message" | "provider" | "operator";
  }[];
}

/** What happened in the chats of a span, in all and by day, ISO week, month or year, UTC. */
export interface ChatAnalytics {
  /** Follows from the length of the span. */
  group_by: "daily" | "weekly" | "monthly" | "yearly";
  /** The same series as `session_growth`. */
  lead_generation: {
    /**
     * @min -9007199254740991
     * @max 9007199254740991
     */
    count: number;
    label: string;
  }[];
  /**
   * Channel identities first seen in the span.
   * @min -9007199254740991
   * @max 9007199254740991
   */
  leads: number;
  /**
   * Inbound and outbound.
   * @min -9007199254740991
   * @max 9007199254740991
   */
  messages: number;
  /** Leads. */
  session_growth: {
    /**
     * @min -9007199254740991
     * @max 9007199254740991
     */
    count: number;
    label: string;
  }[];
  /**
   * @min -9007199254740991
   * @max 9007199254740991
   */
  tickets: number;
  /** Messages. */
  user_engagement: {
    /**
     * @min -9007199254740991
     * @max 9007199254740991
     */
    count: number;
    label: string;
  }[];
}

/** What a person writes to a customer. */
export interface ChatReplyInput {
  /**
   * @minLength 1
   * @maxLength 4096
   */
  text: string;
}

/** What happened in the chats of a span of days, beside the span before. */
export interface ChatSeries {
  /**
   * When it was counted.
   * @format date-time
   */
  at: string;
  by: "day" | "week" | "month";
  /** The sums of the points that are over, beside their counterparts: these can be compared. */
  finished: {
    /**
     * @min -9007199254740991
     * @max 9007199254740991
     */
    points: number;
    totals: {
      /**
       * Chats that began.
       * @min 0
       * @max 9007199254740991
       */
      chats: number;
      /**
       * Channel identities first seen.
       * @min 0
       * @max 9007199254740991
       */
      leads: number;
      /**
       * @min 0
       * @max 9007199254740991
       */
      messages_in: number;
      /**
       * @min 0
       * @max 9007199254740991
       */
      messages_out: number;
      /**
       * Messages that broadcasts sent, whatever their status is now.
       * @min 0
       * @max 9007199254740991
       */
      sends: number;
      /**
       * Tickets that were opened, those of calls included.
       * @min 0
       * @max 9007199254740991
       */
      tickets: number;
    };
    totals_before: {
      /**
       * Chats that began.
       * @min 0
       * @max 9007199254740991
       */
      chats: number;
      /**
       * Channel identities first seen.
       * @min 0
       * @max 9007199254740991
       */
      leads: number;
      /**
       * @min 0
       * @max 9007199254740991
       */
      messages_in: number;
      /**
       * @min 0
       * @max 9007199254740991
       */
      messages_out: number;
      /**
       * Messages that broadcasts sent, whatever their status is now.
       * @min 0
       * @max 9007199254740991
       */
      sends: number;
      /**
       * Tickets that were opened, those of calls included.
       * @min 0
       * @max 9007199254740991
       */
      tickets: number;
    };
  };
  from: string;
  parts: {
    /**
     * Chats that began.
     * @min 0
     * @max 9007199254740991
     */
    chats: number;
    key: string;
    /**
     * Channel identities first seen.
     * @min 0
     * @max 9007199254740991
     */
    leads: number;
    /**
     * @min 0
     * @max 9007199254740991
     */
    messages_in: number;
    /**
     * @min 0
     * @max 9007199254740991
     */
    messages_out: number;
    /**
     * Messages that broadcasts sent, whatever their status is now.
     * @min 0
     * @max 9007199254740991
     */
    sends: number;
    /**
     * Tickets that were opened, those of calls included.
     * @min 0
     * @max 9007199254740991
     */
    tickets: number;
  }[];
  points: {
    /** The counterpart in the span before. */
    before: {
      /**
       * Chats that began.
       * @min 0
       * @max 9007199254740991
       */
      chats: number;
      /**
       * Excluded.
       * @format date-time
       */
      ends_at: string;
      /** The first day. */
      from: string;
      /**
       * Channel identities first seen.
       * @min 0
       * @max 9007199254740991
       */
      leads: number;
      /**
       * @min 0
       * @max 9007199254740991
       */
      messages_in: number;
      /**
       * @min 0
       * @max 9007199254740991
       */
      messages_out: number;
      /**
       * Messages that broadcasts sent, whatever their status is now.
       * @min 0
       * @max 9007199254740991
       */
      sends: number;
      /**
       * ISO 8601 UTC, such as 2026-11-21T09:00:00.000Z.
       * @format date-time
       */
      starts_at: string;
      /**
       * Tickets that were opened, those of calls included.
       * @min 0
       * @max 9007199254740991
       */
      tickets: number;
      /** The last day, included. */
      to: string;
    };
    /**
     * Chats that began.
     * @min 0
     * @max 9007199254740991
     */
    chats: number;
    /**
     * Excluded.
     * @format date-time
     */
    ends_at: string;
    /** The first day. */
    from: string;
    /** False while more can be added. */
    is_over: boolean;
    /**
     * Channel identities first seen.
     * @min 0
     * @max 9007199254740991
     */
    leads: number;
    /**
     * @min 0
     * @max 9007199254740991
     */
    messages_in: number;
    /**
     * @min 0
     * @max 9007199254740991
     */
    messages_out: number;
    /** In the order of `parts` below; empty without a split. */
    parts?: {
      /**
       * Chats that began.
       * @min 0
       * @max 9007199254740991
       */
      chats: number;
      key: string;
      /**
       * Channel identities first seen.
       * @min 0
       * @max 9007199254740991
       */
      leads: number;
      /**
       * @min 0
       * @max 9007199254740991
       */
      messages_in: number;
      /**
       * @min 0
       * @max 9007199254740991
       */
      messages_out: number;
      /**
       * Messages that broadcasts sent, whatever their status is now.
       * @min 0
       * @max 9007199254740991
       */
      sends: number;
      /**
       * Tickets that were opened, those of calls included.
       * @min 0
       * @max 9007199254740991
       */
      tickets: number;
    }[];
    /**
     * Messages that broadcasts sent, whatever their status is now.
     * @min 0
     * @max 9007199254740991
     */
    sends: number;
    /**
     * ISO 8601 UTC, such as 2026-11-21T09:00:00.000Z.
     * @format date-time
     */
    starts_at: string;
    /**
     * Tickets that were opened, those of calls included.
     * @min 0
     * @max 9007199254740991
     */
    tickets: number;
    /** The last day, included. */
    to: string;
  }[];
  timezone: string;
  to: string;
  totals: {
    /**
     * Chats that began.
     * @min 0
     * @max 9007199254740991
     */
    chats: number;
    /**
     * Channel identities first seen.
     * @min 0
     * @max 9007199254740991
     */
    leads: number;
    /**
     * @min 0
     * @max 9007199254740991
     */
    messages_in: number;
    /**
     * @min 0
     * @max 9007199254740991
     */
    messages_out: number;
    /**
     * Messages that broadcasts sent, whatever their status is now.
     * @min 0
     * @max 9007199254740991
     */
    sends: number;
    /**
     * Tickets that were opened, those of calls included.
     * @min 0
     * @max 9007199254740991
     */
    tickets: number;
  };
  totals_before: {
    /**
     * Chats that began.
     * @min 0
     * @max 9007199254740991
     */
    chats: number;
    /**
     * Channel identities first seen.
     * @min 0
     * @max 9007199254740991
     */
    leads: number;
    /**
     * @min 0
     * @max 9007199254740991
     */
    messages_in: number;
    /**
     * @min 0
     * @max 9007199254740991
     */
    messages_out: number;
    /**
     * Messages that broadcasts sent, whatever their status is now.
     * @min 0
     * @max 9007199254740991
     */
    sends: number;
    /**
     * Tickets that were opened, those of calls included.
     * @min 0
     * @max 9007199254740991
     */
    tickets: number;
  };
}

export interface CheckLinkInputInput {
  /** @maxLength 200 */
  token: string;
}

/** Whether the carrier takes the credentials of an account, and the account is active. */
export interface CheckedCarrier {
  /**
   * ISO 8601 UTC, such as 2026-11-21T09:00:00.000Z.
   * @format date-time
   */
  checked_at: string;
  /** Why, in English; null where the carrier accepts the account. */
  reason: string | null;
  /**
   * Since when every check of these credentials has said so.
   * @format date-time
   */
  since: string;
  /** `unknown`: the carrier could not be reached, or its answer says nothing about the account. */
  state: "accepted" | "refused" | "unknown";
  /** What to do, in English; null where there is nothing to do. */
  todo: string | null;
}

export interface CheckedHealth {
  checks: Finding[];
}

/** What a send would be answered, and why. */
export interface CheckedSend {
  /** Whether no rule forbids it at this moment. */
  can_send: boolean;
  /** In the order in which a send checks them. */
  checks: SendCheck[];
  /** Lists what is wrong by fields, such as `data.name`. */
  faults: {
    message: string;
    path: string;
  }[];
  plan: {
    /**
     * @min -9007199254740991
     * @max 9007199254740991
     */
    consumed: number;
    /**
     * @min -9007199254740991
     * @max 9007199254740991
     */
    left: number;
    /**
     * @min -9007199254740991
     * @max 9007199254740991
     */
    reserved: number;
    /**
     * @min -9007199254740991
     * @max 9007199254740991
     */
    sends: number;
    status: "active" | "inactive";
  };
  preview: MessagePreview | null;
  /** Null while `to` is missing or wrong. */
  recipient: {
    customer_profile_id: string | null;
    name: string | null;
    opt_outs: {
      scope: "all" | "marketing";
      /**
       * ISO 8601 UTC, such as 2026-11-21T09:00:00.000Z.
       * @format date-time
       */
      since: string;
      source: "message" | "provider" | "operator";
      why: string | null;
    }[];
    /** True where the person has opted out of all messages of the project. */
    opted_out: boolean;
    opted_out_of_marketing: boolean;
    to: string;
    window: {
      /** ISO 8601 UTC, such as 2026-11-21T09:00:00.000Z. */
      closes_at: string | null;
      is_open: boolean;
      /** When the person last wrote to this sender. */
      last_inbound_at: string | null;
      /** The latest message of the person that is in a conversation. */
      opened_by: {
        /**
         * ISO 8601 UTC, such as 2026-11-21T09:00:00.000Z.
         * @format date-time
         */
        at: string;
        conversation_id: string;
        kind: string | null;
        text: string | null;
      } | null;
    };
  } | null;
  sender: {
    _id: string;
    /** Null: that of WhatsApp. */
    api_url: string | null;
    status: "connected" | "disconnected";
  };
  template: {
    category: string;
    language: string;
    name: string;
    status: "approved" | "pending" | "rejected" | "paused" | "disabled";
  } | null;
  /** The names that `data` must have, exactly; null for a typed message. */
  variables: string[] | null;
}

/** The body of a send as far as it is filled in. */
export interface CheckedSendBodyInput {
  /** The values of the template’s variables; for a template send. */
  data?: Record<string, unknown>;
  /** The content of a typed message, as in the project API. */
  payload?: Record<string, unknown>;
  /** The failed message that is sent again. It stays failed; the new message is linked to it. */
  resend_of?: string;
  /** Recipient, in international format; or the id that WhatsApp has given the person. */
  to?: string;
  /** Names the type of a typed message. */
  type?: string;
}

export interface CheckedWorkflow {
  /** What the source says, with defaults; null if it is at fault. */
  definition: Partial<Record<string, unknown>> | null;
  faults: {
    /**
     * @min 1
     * @max 9007199254740991
     */
    column: number;
    /**
     * @min 1
     * @max 9007199254740991
     */
    line: number;
    message: string;
    /** A path such as `steps.ask.branches[0].next`; empty for the whole. */
    path: string;
  }[];
}

/** A change of the zone’s clocks. */
export interface ClockChange {
  /**
   * ISO 8601 UTC, such as 2026-11-21T09:00:00.000Z.
   * @format date-time
   */
  at: string;
  from: string;
  sentence: string;
  to: string;
}

export interface ConfiguredAgent {
  _id: string;
  /** The WhatsApp sender whose chats it answers; null: none. */
  answers_sender: {
    _id: string;
    name: string;
  } | null;
  /**
   * Campaigns that have not ended and give their calls to it.
   * @min 0
   * @max 9007199254740991
   */
  campaigns: number;
  /** Sentences that are held back until a tool has succeeded. */
  claims: {
    needs: string;
    pattern: string;
  }[];
  /**
   * ISO 8601 UTC, such as 2026-11-21T09:00:00.000Z.
   * @format date-time
   */
  created_at: string;
  /** Said after the first line. */
  disclosure: string | false;
  /** Why nothing is disclosed; required with `false`. */
  disclosure_why: string | null;
  /** Asked where `model` is busy, silent or breaks off. */
  fallback: string | null;
  first_line: string | null;
  /** The first is spoken first. */
  languages: string[];
  /** Null: nothing was changed since changes are stored. */
  last_change: LastChange | null;
  limits: Partial<Record<string, number>>;
  /** What the service itself says for the agent. */
  lines: Partial<Record<string, string>>;
  /** The name of a model account of the project. */
  model: string;
  name: string;
  /** Liquid; filled once, when a conversation begins. */
  prompt: string;
  /** What the agent is for. The model reads it. */
  purpose: string;
  /**
   * Raised by each change; the `ETag` is this number in quotes.
   * @min 1
   * @max 9007199254740991
   */
  revision: number;
  speech: Partial<Record<string, unknown>> | null;
  speech_fallback: Partial<Record<string, unknown>> | null;
  /** The tools as the declaration has them. The secret of an `http` tool is shown nowhere. */
  tools: Partial<Record<string, unknown>>[];
  /**
   * ISO 8601 UTC, such as 2026-11-21T09:00:00.000Z.
   * @format date-time
   */
  updated_at: string;
  /** Null: it answers no chats on WhatsApp. */
  whatsapp: {
    after_window: string | null;
    broadcast: string;
    gather_seconds: number;
  } | null;
}

export interface ConfiguredBroadcast {
  _id: string;
  /** How many messages have each status. */
  counts: MessageCounts;
  /**
   * ISO 8601 UTC, such as 2026-11-21T09:00:00.000Z.
   * @format date-time
   */
  created_at: string;
  /** Null: nothing was changed since changes are stored. */
  last_change: LastChange | null;
  name: string;
  /**
   * Raised by each change; the `ETag` is this number in quotes.
   * @min 1
   * @max 9007199254740991
   */
  revision: number;
  /** The name of a WhatsApp sender of the project. */
  sender: string;
  /** The sender as it is now. */
  sender_state: {
    _id: string;
    display_phone_number: string;
    status: "connected" | "disconnected";
  };
  /** The name of a WhatsApp template of the project. Null: it sends free-form messages only. */
  template: string | null;
  /** The template as it is now; null: it sends free-form messages only. */
  template_state: {
    _id: string;
    category: string;
    language: string;
    /** What the recipient sees on the phone. */
    preview: MessagePreview;
    /** Only an approved one is sent. */
    status: "approved" | "pending" | "rejected" | "paused" | "disabled";
    /**
     * ISO 8601 UTC, such as 2026-11-21T09:00:00.000Z.
     * @format date-time
     */
    updated_at: string;
  } | null;
  /**
   * ISO 8601 UTC, such as 2026-11-21T09:00:00.000Z.
   * @format date-time
   */
  updated_at: string;
}

export interface ConfiguredCallerId {
  _id: string;
  /** The name of a carrier account of the project. */
  carrier: string;
  /**
   * ISO 8601 UTC, such as 2026-11-21T09:00:00.000Z.
   * @format date-time
   */
  created_at: string;
  /** The name of the inbound campaign that answers calls to it; null: nobody does. */
  inbound_campaign: string | null;
  inbound_campaign_id: string | null;
  /** Null: nothing was changed since changes are stored. */
  last_change: LastChange | null;
  /** E.164; any spelling is taken. */
  number: string;
  /**
   * Raised by each change; the `ETag` is this number in quotes.
   * @min 1
   * @max 9007199254740991
   */
  revision: number;
  /** The address to which the carrier reports the end of such calls. */
  status_url: string;
  /**
   * ISO 8601 UTC, such as 2026-11-21T09:00:00.000Z.
   * @format date-time
   */
  updated_at: string;
  /** The address to which the number points at its carrier, so that calls to it come here. */
  voice_url: string;
}

export interface ConfiguredCampaign {
  _id: string;
  /** The name of an agent of the project. */
  agent: string | null;
  agent_id: string | null;
  /** Said to callers while all its slots are taken. Null: a text of the service. */
  busy_message: string | null;
  call_direction: "outbound" | "inbound";
  /** The number of a caller ID of the project. */
  caller_id: string | null;
  /** Null: always open. */
  calling_hours: {
    /** Whether they hold where the callee is, too. */
    also_callee?: boolean;
    closed_dates: string[];
    /** IANA name, or `callee`: the hours hold where the callee is. */
    timezone: string;
    windows: {
      days: string[];
      from: string;
      to: string;
    }[];
  } | null;
  campaign_type: "workflow" | "script" | "agent";
  /** Said to callers of an inbound campaign while it is closed. Null: a text of the service. */
  closed_message: string | null;
  /**
   * ISO 8601 UTC, such as 2026-11-21T09:00:00.000Z.
   * @format date-time
   */
  created_at: string;
  /** ISO 8601 UTC, such as 2026-11-21T09:00:00.000Z. */
  ends_at: string | null;
  /** Whether it has what a call needs, whatever its status. */
  is_ready: boolean;
  /** What it lacks for calls, as a sentence; null if it is ready. */
  lacks: string | null;
  /** Null: nothing was changed since changes are stored. */
  last_change: LastChange | null;
  machine_detection: boolean;
  name: string;
  /** Its calling hours at this moment. */
  opening: {
    /** When it closes or opens; null: not within the next days. */
    changes_at: string | null;
    is_open: boolean;
  };
  /** Null: a call is tried once. */
  retry: {
    delay_minutes: number;
    /**
     * @min -9007199254740991
     * @max 9007199254740991
     */
    max_attempts: number;
    on: ("no_answer" | "busy" | "failed" | "voicemail")[];
  } | null;
  /**
   * Raised by each change; the `ETag` is this number in quotes.
   * @min 1
   * @max 9007199254740991
   */
  revision: number;
  /**
   * @min -9007199254740991
   * @max 9007199254740991
   */
  ring_timeout_seconds: number;
  script: string | null;
  /**
   * @min -9007199254740991
   * @max 9007199254740991
   */
  slots: number;
  status: "draft" | "running" | "paused" | "ended";
  /**
   * ISO 8601 UTC, such as 2026-11-21T09:00:00.000Z.
   * @format date-time
   */
  updated_at: string;
  voice: string | null;
  /** The name of a workflow of the project. */
  workflow: string | null;
  workflow_id: string | null;
}

export interface ConfiguredModelAccount {
  _id: string;
  /** Null: it has no key. */
  api_key_set_at: string | null;
  /** Without the operation, such as `https://api.openai.com/v1`. */
  base_url: string;
  /**
   * ISO 8601 UTC, such as 2026-11-21T09:00:00.000Z.
   * @format date-time
   */
  created_at: string;
  /** Further fields of each request. */
  extra: Partial<Record<string, unknown>>;
  /** The protocol of the server. */
  kind: "openai_compatible" | "anthropic";
  /** Null: nothing was changed since changes are stored. */
  last_change: LastChange | null;
  /** The provider's name of the model. */
  model: string;
  name: string;
  /** The field that bounds an answer's tokens; null: `max_tokens`. */
  output_field: string | null;
  /**
   * Raised by each change; the `ETag` is this number in quotes.
   * @min 1
   * @max 9007199254740991
   */
  revision: number;
  /**
   * ISO 8601 UTC, such as 2026-11-21T09:00:00.000Z.
   * @format date-time
   */
  updated_at: string;
}

export interface ConfiguredOrganization {
  _id: string;
  /** What it may ring: the settings of the guards that differ from their defaults. Null: none does. */
  calls: {
    /**
     * @min -9007199254740991
     * @max 9007199254740991
     */
    block_dials_an_hour?: number;
    countries?: string[] | null;
    /**
     * @min -9007199254740991
     * @max 9007199254740991
     */
    dials_a_day?: number;
    /**
     * @min -9007199254740991
     * @max 9007199254740991
     */
    minutes_a_call?: number;
    /**
     * @min -9007199254740991
     * @max 9007199254740991
     */
    minutes_a_day?: number;
    /**
     * @min -9007199254740991
     * @max 9007199254740991
     */
    number_dials_a_day?: number;
    /**
     * @min -9007199254740991
     * @max 9007199254740991
     */
    number_dials_a_week?: number;
    number_types?: (
      | "premium_rate"
      | "shared_cost"
      | "uan"
      | "personal_number"
      | "pager"
      | "voicemail"
      | "non_geographic"
    )[];
    rates?: {
      per_minute: number;
      prefix: string;
    }[];
    spend_a_day?: number | null;
    stop_covers_calls?: boolean;
  } | null;
  /**
   * ISO 8601 UTC, such as 2026-11-21T09:00:00.000Z.
   * @format date-time
   */
  created_at: string;
  /** Null: nothing was changed since changes are stored. */
  last_change: LastChange | null;
  name: string;
  plan: {
    /**
     * Pages of domains and URLs in the knowledge base.
     * @min 0
     * @max 9007199254740991
     */
    links: number;
    /** Inactive: WhatsApp messages are refused, calls go on. */
    status: "active" | "inactive";
    /**
     * @min 0
     * @max 9007199254740991
     */
    whatsapp_sends: number;
  };
  /**
   * Raised by each change; the `ETag` is this number in quotes.
   * @min 1
   * @max 9007199254740991
   */
  revision: number;
  /**
   * ISO 8601 UTC, such as 2026-11-21T09:00:00.000Z.
   * @format date-time
   */
  updated_at: string;
  use: {
    /**
     * @min 0
     * @max 9007199254740991
     */
    links_used: number;
    /**
     * @min 0
     * @max 9007199254740991
     */
    projects: number;
    /**
     * Those in progress included.
     * @min 0
     * @max 9007199254740991
     */
    sends_used: number;
  };
}

export interface ConfiguredProject {
  _id: string;
  /**
   * ISO 8601 UTC, such as 2026-11-21T09:00:00.000Z.
   * @format date-time
   */
  created_at: string;
  default_country: string | null;
  /** `as_needed`: events are kept while the project has a webhook endpoint, or a key that reads them. */
  events: "as_needed" | "keep";
  /** BCP 47. */
  language: string;
  /** Null: nothing was changed since changes are stored. */
  last_change: LastChange | null;
  /** What all agents may ask of models in a day (UTC). Null: unbounded. */
  model_tokens_a_day: number | null;
  name: string;
  /** How many requests all its keys may make together. `none`: there is no limit. */
  requests_per_second: number | "none";
  /** After how many days each kind is removed. Null: it is kept; events 30 days, and audit 400. */
  retention: {
    audit: number | null;
    events: number | null;
    messages: number | null;
    transcripts: number | null;
  } | null;
  /**
   * Raised by each change; the `ETag` is this number in quotes.
   * @min 1
   * @max 9007199254740991
   */
  revision: number;
  status: "active" | "archived";
  ticket_keywords: string[];
  timezone: string;
  /**
   * ISO 8601 UTC, such as 2026-11-21T09:00:00.000Z.
   * @format date-time
   */
  updated_at: string;
}

export interface ConfiguredVoiceCarrier {
  _id: string;
  account_sid: string;
  /** Null: that of the carrier. */
  api_url: string | null;
  /** Null: before this was kept. */
  auth_token_set_at: string | null;
  /**
   * The caller IDs that belong to it.
   * @min 0
   * @max 9007199254740991
   */
  caller_ids: number;
  calls_per_second: number;
  /**
   * ISO 8601 UTC, such as 2026-11-21T09:00:00.000Z.
   * @format date-time
   */
  created_at: string;
  /** Until when it takes no calls, since the carrier refused some or was not reached. */
  held_until: string | null;
  kind: "twilio";
  /** Null: nothing was changed since changes are stored. */
  last_change: LastChange | null;
  /** What the carrier said about its credentials; null: not checked since it was changed. */
  last_check: {
    /**
     * ISO 8601 UTC, such as 2026-11-21T09:00:00.000Z.
     * @format date-time
     */
    checked_at: string;
    /** Why, in English; null where the carrier accepts the account. */
    reason: string | null;
    /**
     * ISO 8601 UTC, such as 2026-11-21T09:00:00.000Z.
     * @format date-time
     */
    since: string;
    state: "accepted" | "refused" | "unknown";
  } | null;
  name: string;
  /**
   * Raised by each change; the `ETag` is this number in quotes.
   * @min 1
   * @max 9007199254740991
   */
  revision: number;
  /**
   * @min -9007199254740991
   * @max 9007199254740991
   */
  unknown_grace_seconds: number;
  /**
   * ISO 8601 UTC, such as 2026-11-21T09:00:00.000Z.
   * @format date-time
   */
  updated_at: string;
}

export interface ConfiguredWebhookEndpoint {
  _id: string;
  /** `full`: with texts, such as the bodies of messages. */
  content: "ids" | "full";
  /**
   * ISO 8601 UTC, such as 2026-11-21T09:00:00.000Z.
   * @format date-time
   */
  created_at: string;
  /** ISO 8601 UTC, such as 2026-11-21T09:00:00.000Z. */
  disabled_at: string | null;
  /** `gone`: it answered 410. `failing`: nothing was accepted for five days. `turned_off`: somebody did it. */
  disabled_why: "gone" | "failing" | "turned_off" | null;
  /** The types of events that `types` means. */
  event_types: string[];
  /** It is disabled five days after that; null: not failing. */
  failing_since: string | null;
  /**
   * Requests in a row that failed.
   * @min 0
   * @max 9007199254740991
   */
  failures: number;
  /** Until when it asked to be left alone, by `Retry-After`. */
  held_until: string | null;
  /** Null: nothing was changed since changes are stored. */
  last_change: LastChange | null;
  /** The last request of its newest deliveries that failed; null: none did. */
  last_failure: {
    /**
     * ISO 8601 UTC, such as 2026-11-21T09:00:00.000Z.
     * @format date-time
     */
    at: string;
    reason: string;
    /** The HTTP status of the answer; null where no answer came. */
    status: number | null;
  } | null;
  /** ISO 8601 UTC, such as 2026-11-21T09:00:00.000Z. */
  last_success_at: string | null;
  name: string;
  /** When the next one is sent; null: none waits, or all wait for one of their subject that is under way. */
  next_at: string | null;
  /** Until when the former secret signs too; null: it does not. */
  old_secret_until: string | null;
  /** `by_subject`: the events of one call, message or person in order. */
  order: "none" | "by_subject";
  /** The most deliveries in a second; null: no limit. */
  rate_per_second: number | null;
  /**
   * Raised by each change; the `ETag` is this number in quotes.
   * @min 1
   * @max 9007199254740991
   */
  revision: number;
  /** Signs the deliveries. Only in the answer to its making. */
  secret?: string;
  /** Types of events such as `call.ended`, kinds such as `call.*`, or `*`. */
  types: string[];
  /**
   * ISO 8601 UTC, such as 2026-11-21T09:00:00.000Z.
   * @format date-time
   */
  updated_at: string;
  /** An https address. `http` is only for hosts that the operator has named. */
  url: string;
  /** The day on which it was made, whose shape its events have. */
  version: string;
  /**
   * Deliveries that wait or are under way; 1,000 stands for all above it too.
   * @min 0
   * @max 1000
   */
  waiting_count: number;
}

export interface ConfiguredWhatsappSender {
  _id: string;
  /** Null: before this was kept. */
  access_token_set_at: string | null;
  /** Null: that of WhatsApp's public API. */
  api_url: string | null;
  /** Null: before this was kept. */
  app_secret_set_at: string | null;
  /** The WhatsApp Business Account, which owns the templates. */
  business_account_id: string;
  catalog_id: string | null;
  check_result: SenderCheck | null;
  /** ISO 8601 UTC, such as 2026-11-21T09:00:00.000Z. */
  checked_at: string | null;
  /**
   * ISO 8601 UTC, such as 2026-11-21T09:00:00.000Z.
   * @format date-time
   */
  created_at: string;
  /** E.164. */
  display_phone_number: string;
  /** Null: nothing was changed since changes are stored. */
  last_change: LastChange | null;
  /** WhatsApp's newest error that is about the sender itself. */
  last_fault: {
    /**
     * ISO 8601 UTC, such as 2026-11-21T09:00:00.000Z.
     * @format date-time
     */
    at: string;
    code: string;
    reason: string;
    /** Until when WhatsApp asks for a pause. */
    until: string | null;
  } | null;
  /** When its last webhook came, at most 10 s too early; null: never, or before this was kept. */
  last_webhook_at: string | null;
  messages_per_second: number;
  name: string;
  /** WhatsApp's newest notice about the number or its account. */
  notice: {
    /**
     * ISO 8601 UTC, such as 2026-11-21T09:00:00.000Z.
     * @format date-time
     */
    at: string;
    event: string | null;
    field: string;
    limit: string | null;
  } | null;
  /** WhatsApp's id of the number. */
  phone_number_id: string;
  /**
   * Raised by each change; the `ETag` is this number in quotes.
   * @min 1
   * @max 9007199254740991
   */
  revision: number;
  /** Whether it can send, and what keeps it from that, by its last report. */
  standing: {
    code:
      | "ready"
      | "unchecked"
      | "no_webhook"
      | "low_quality"
      | "limited"
      | "rate_limited"
      | "fault"
      | "unreachable"
      | "restricted"
      | "refused"
      | "disconnected";
    /** Says it in English, or in WhatsApp's word. */
    reason: string | null;
    /** ISO 8601 UTC, such as 2026-11-21T09:00:00.000Z. */
    since: string | null;
    /** When it ends by itself; null: not known, or somebody must mend it. */
    until: string | null;
  };
  status: "connected" | "disconnected";
  /** Why its templates could not be read the last time. */
  templates_fault: string | null;
  /** ISO 8601 UTC, such as 2026-11-21T09:00:00.000Z. */
  templates_read_at: string | null;
  /**
   * ISO 8601 UTC, such as 2026-11-21T09:00:00.000Z.
   * @format date-time
   */
  updated_at: string;
  /** Null: before this was kept. */
  verify_token_set_at: string | null;
  /** The address that WhatsApp is to send its webhooks to. */
  webhook_url: string;
}

export interface ConfiguredWorkflow {
  _id: string;
  /**
   * Campaigns that have not ended and follow it.
   * @min 0
   * @max 9007199254740991
   */
  campaigns: number;
  /**
   * ISO 8601 UTC, such as 2026-11-21T09:00:00.000Z.
   * @format date-time
   */
  created_at: string;
  /** Follows workflow.schema.json. */
  definition: Partial<Record<string, unknown>>;
  /** The first five of them by name. */
  first_campaigns: {
    _id: string;
    name: string;
  }[];
  /** Null: nothing was changed since changes are stored. */
  last_change: LastChange | null;
  name: string;
  /**
   * Raised by each change; the `ETag` is this number in quotes.
   * @min 1
   * @max 9007199254740991
   */
  revision: number;
  /**
   * ISO 8601 UTC, such as 2026-11-21T09:00:00.000Z.
   * @format date-time
   */
  updated_at: string;
}

export interface ConfirmInputInput {
  /**
   * @minLength 1
   * @maxLength 1024
   */
  password: string;
}

export interface ConfirmSecondFactorInputInput {
  /**
   * What the app shows.
   * @maxLength 40
   */
  code: string;
}

export interface Confirmed {
  /**
   * Until when the password is not asked again.
   * @format date-time
   */
  confirmed_until: string;
}

/** Who answers from here on. */
export interface ConversationModeInput {
  mode: "agent" | "person";
}

/** What a crawl would do, as far as the preview got. */
export interface CrawlPreview {
  /** How many URLs each rule decides, the most first. `take`: would be in the index. */
  by_rule: {
    /**
     * @min 1
     * @max 9007199254740991
     */
    count: number;
    rule: string;
  }[];
  /**
   * Bytes read from the site.
   * @min 0
   * @max 9007199254740991
   */
  bytes: number;
  /** The name that the source gets. */
  domain: string;
  /** `whole`: it has seen all that a crawl would. Otherwise it ended after 20 s, 25 pages or 10 MB. */
  ended_by: "whole" | "time" | "pages" | "bytes";
  /** What would go wrong, in words. */
  error: string | null;
  /**
   * Requests for pages.
   * @min 0
   * @max 9007199254740991
   */
  fetched: number;
  /**
   * URLs that were found.
   * @min 0
   * @max 9007199254740991
   */
  found: number;
  /** How a crawl would end; null unless the preview has seen all. */
  outcome: "success" | "partial" | "failed" | null;
  robots: {
    allows_start: boolean;
    crawl_delay_seconds: number | null;
    /** How robots.txt was answered, in words. */
    detail: string;
    is_readable: boolean;
    /** At most 20. */
    sitemaps: string[];
  };
  start_url: string;
  /** The first 200, in the order in which they were found. */
  urls: {
    /**
     * @min 0
     * @max 9007199254740991
     */
    depth: number;
    detail: string | null;
    found_on: string | null;
    /** `take`, `wait`, `failed`, `gone`, or the reason for skipping. */
    rule: string;
    /** `waiting`: would be looked at next. */
    state: "waiting" | "indexed" | "unchanged" | "skipped" | "failed" | "gone";
    status_code: number | null;
    title: string | null;
    url: string;
  }[];
}

/** A URL that a crawl found. */
export interface CrawlUrl {
  /** SHA-256 of the URL, in hexadecimal digits. */
  _id: string;
  /**
   * @min 0
   * @max 9007199254740991
   */
  attempts: number;
  /** Bytes read from the site. */
  bytes: number | null;
  /**
   * Links from the start; 1 for a URL from a sitemap.
   * @min 0
   * @max 9007199254740991
   */
  depth: number;
  /** The reason in words. */
  detail: string | null;
  /** The page or sitemap where it was found first; null for the start. */
  found_on: string | null;
  /** The page that it redirects to, duplicates, or declares as canonical. */
  leads_to: string | null;
  /**
   * Increases in the order in which the crawl found the URLs.
   * @min -9007199254740991
   * @max 9007199254740991
   */
  position: number;
  /** The rule that excluded it, such as `robots`, `pattern`, `depth`, `limit`, `duplicate` or `type`. */
  reason: string | null;
  /** When its state became final; null while it waits. */
  settled_at: string | null;
  /** `gone`: the server answered that the page does not exist. */
  state: "waiting" | "indexed" | "unchanged" | "skipped" | "failed" | "gone";
  /** The HTTP status of the response. */
  status_code: number | null;
  url: string;
}

/** A call that was accepted: started or queued. */
export interface CreatedCall {
  /** Id of the call. */
  campaign_queue_id: string;
  /** Confirmation that names the number. */
  message: string;
  /** False: the call has started. True: it waits. */
  scheduled: boolean;
  /** Set when the call waits for calling hours: when it will be placed, ISO 8601 UTC. */
  scheduled_for: string | null;
  /** The time zone whose hours hold the call until then, the last one to open; IANA name. */
  scheduled_timezone: string | null;
  success: true;
}

/** The customer to call. Every further key is available to the script and workflow as `{{ customer.<key> }}`. */
export interface CustomerInput {
  /**
   * Available as `{{ customer.email }}`.
   * @maxLength 4096
   */
  email?: string;
  /**
   * Available as `{{ customer.name }}`.
   * @maxLength 4096
   */
  name?: string;
  /** Destination; E.164 preferred. */
  phone_number: string;
  [key: string]: unknown;
}

/** In the form that docs/declaration.md describes. */
export type DeclarationTextInput = string | Partial<Record<string, unknown>>;

export interface DemoCalls {
  /** Whether a running demo places calls while somebody has the dashboard open. */
  is_on: boolean;
}

export interface DemoCallsSwitchInput {
  /** Whether a running demo places calls while somebody has the dashboard open. */
  is_on: boolean;
}

export interface Difference {
  /** Null for a record that would be created. */
  _id: string | null;
  action: "created" | "updated";
  fields: {
    after: unknown;
    before: unknown;
    path: string;
    /** Whose value it overwrites; null where that is not known. */
    set_by: {
      at: string;
      kind: string;
      name: string;
      via: string;
    } | null;
  }[];
  kind: string;
  name: string;
  /** The record’s place in the declaration. */
  path: string;
}

export interface DisabledWebhookEndpoint {
  /** False: it was disabled before. */
  changed: boolean;
}

/** A number that nobody of the organization may call. */
export interface DoNotCallEntry {
  _id: string;
  /** Who added it; null: the person who was called or wrote. */
  added_by: string | null;
  /** ISO 8601 UTC, such as 2026-11-21T09:00:00.000Z. */
  ended_at: string | null;
  /** Null where its time ran out. */
  ended_by: string | null;
  ended_why: string | null;
  /** E.164; null once its person was erased. */
  number: string | null;
  /** The project of the call or chat; null: none. */
  project_id: string | null;
  /**
   * ISO 8601 UTC, such as 2026-11-21T09:00:00.000Z.
   * @format date-time
   */
  since: string;
  /** `voice`, `keys`: said or pressed on a call; `whatsapp`: a STOP; `api`, `dashboard`, `cli`, `import`: somebody here. */
  source:
    | "voice"
    | "keys"
    | "whatsapp"
    | "api"
    | "dashboard"
    | "cli"
    | "import";
  /** When it counts no more; null: it has no end. */
  until: string | null;
  why: string | null;
}

/** What the edit would do. Nothing was changed. */
export interface DryRun {
  changes: ChangedField[];
  effects: Effect[];
}

/** What an edit does beyond the record. */
export interface Effect {
  code:
    | "calls_dialled"
    | "calls_wait_for_release"
    | "calls_wait_for_hours"
    | "calls_expire"
    | "calls_fail"
    | "calls_go_on"
    | "calls_beyond_slots"
    | "callbacks_refused"
    | "campaigns_follow"
    | "campaigns_call_from"
    | "broadcasts_stop"
    | "broadcasts_go_on"
    | "webhooks_refused"
    | "plan_stops"
    | "plan_resumes"
    | "sends_refused"
    | "links_beyond_plan"
    | "customer_fields_unknown"
    | "campaigns_dial_nothing";
  /**
   * How many calls or campaigns it concerns.
   * @min 1
   * @max 9007199254740991
   */
  count: number;
  /** The values that no recent call had, such as `customer.plan`. Empty for other codes. */
  names: string[];
  /** When calls that wait for calling hours begin. Null: never, and for other codes. */
  opens_at: string | null;
  /** The same in English. */
  sentence: string;
}

export interface EnableWebhookEndpointInput {
  /** Whether the deliveries that were held meanwhile are sent, at most the oldest 100,000. */
  send_held: boolean;
}

export interface EnabledWebhookEndpoint {
  /** False: it was enabled before; nothing is sent. */
  changed: boolean;
  /**
   * Held deliveries that are sent.
   * @min -9007199254740991
   * @max 9007199254740991
   */
  held_count: number;
}

export interface EndDoNotCallInput {
  /**
   * Why it may be called again; the changes keep it.
   * @minLength 1
   * @maxLength 1000
   */
  why: string;
}

export interface EndedDoNotCall {
  /** False: it was not on the list. */
  ended: boolean;
  /** E.164. */
  number: string;
}

/** How far the erasure of a person has come. */
export interface ErasedPerson {
  /** Rows by kind: those to erase, or once it has begun those that are erased. */
  counts: Partial<Record<string, number>>;
  /** Id of the profile that is erased. */
  customer_profile_id: string;
  /** `counted`: a dry run, nothing is changed. `running`: rows are being erased. `done`: all are. */
  state: "counted" | "running" | "done";
}

/** The envelope of every error. */
export interface Error {
  /** A name that does not change. */
  code:
    | "invalid_request"
    | "malformed_request"
    | "invalid_json"
    | "takes_too_long"
    | "too_many_lists"
    | "too_many_changes"
    | "export_too_large"
    | "too_many_exports"
    | "too_many_streams"
    | "idempotency_key_reused"
    | "route_not_found"
    | "method_not_allowed"
    | "body_too_large"
    | "unsupported_media_type"
    | "headers_too_large"
    | "bad_signature"
    | "upgrade_required"
    | "webhooks_busy"
    | "stopping"
    | "organization_moving"
    | "cell_unavailable"
    | "unexpected"
    | "unavailable"
    | "database_held"
    | "key_missing"
    | "key_invalid"
    | "key_conflict"
    | "rate_limited"
    | "wrong_tenant"
    | "scope_missing"
    | "key_ended"
    | "sign_in_needed"
    | "sign_in_failed"
    | "second_factor_needed"
    | "second_factor_wrong"
    | "second_factor_exists"
    | "second_factor_not_begun"
    | "password_wrong"
    | "password_needed"
    | "session_needed"
    | "cross_origin"
    | "public_url_missing"
    | "too_many_failures"
    | "sign_ins_busy"
    | "link_not_found"
    | "session_not_found"
    | "token_not_found"
    | "too_many_tokens"
    | "role_missing"
    | "tenant_not_found"
    | "person_not_found"
    | "person_exists"
    | "person_elsewhere"
    | "last_owner"
    | "project_not_found"
    | "record_not_found"
    | "revision_required"
    | "changed_meanwhile"
    | "change_not_found"
    | "not_a_demo"
    | "plan_inactive"
    | "invalid_phone_number"
    | "campaign_not_found"
    | "campaign_not_ready"
    | "campaign_paused"
    | "campaign_ended"
    | "campaign_ends_before_opening"
    | "outside_calling_hours"
    | "callee_zone_unknown"
    | "callee_zone_invalid"
    | "callee_never_open"
    | "no_free_slot"
    | "number_taken"
    | "do_not_call"
    | "dial_too_late"
    | "carrier_refused_number"
    | "carrier_busy"
    | "dial_failed"
    | "dial_unresolved"
    | "call_not_found"
    | "call_file_unusable"
    | "too_many_call_files"
    | "call_batch_not_found"
    | "call_batch_not_stopped"
    | "guard_country"
    | "guard_number_type"
    | "guard_rate"
    | "guard_dials_a_day"
    | "guard_minutes_a_day"
    | "guard_spend_a_day"
    | "guard_number_dials_a_day"
    | "guard_number_dials_a_week"
    | "guard_block_dials_an_hour"
    | "conversation_not_found"
    | "conversation_ended"
    | "conversation_taken_over"
    | "agent_answers"
    | "agent_not_found"
    | "ticket_not_found"
    | "ticket_closed"
    | "profile_not_found"
    | "merge_not_found"
    | "merge_not_kept"
    | "import_runs"
    | "person_in_use"
    | "broadcast_not_found"
    | "sender_unavailable"
    | "template_unavailable"
    | "window_closed"
    | "opted_out"
    | "quota_exhausted"
    | "message_rejected"
    | "sender_busy"
    | "send_unresolved"
    | "message_not_found"
    | "message_not_failed"
    | "message_sent_again"
    | "message_not_unresolved"
    | "source_not_found"
    | "page_not_found"
    | "not_a_domain"
    | "unreadable_source"
    | "link_quota_reached"
    | "too_many_domains"
    | "too_many_crawls"
    | "too_many_files"
    | "too_many_previews"
    | "event_unknown";
  data: null;
  /** What is wrong with the input, by its place. */
  faults: {
    /** What is right there. */
    message: string;
    /** A path such as `calling_hours.windows[1].to`; empty for the whole. */
    path: string;
  }[];
  /** What is wrong, where, and what would be right. */
  message: string;
  /** Same value as `X-Request-Id`. */
  request_id: string;
  status: "error";
  /**
   * Same value as the HTTP status.
   * @min 400
   * @max 599
   */
  status_code: number;
}

/** Something that happened. */
export interface Event {
  _id: string;
  /** The record after the event; `webhooks` has the shape of each type. */
  data: Partial<Record<string, unknown>>;
  organization_id: string;
  project_id: string;
  /**
   * When it happened.
   * @format date-time
   */
  timestamp: string;
  /** `data` was too large and has only its ids. */
  truncated?: true;
  type:
    | "call.queued"
    | "call.started"
    | "call.answered"
    | "call.unresolved"
    | "call.resolved"
    | "call.retry_scheduled"
    | "call.ended"
    | "conversation.started"
    | "conversation.ended"
    | "conversation.handed_over"
    | "conversation.returned"
    | "message.received"
    | "message.sent"
    | "message.delivered"
    | "message.read"
    | "message.failed"
    | "message.unresolved"
    | "message.settled"
    | "profile.created"
    | "profile.updated"
    | "profile.merged"
    | "profile.separated"
    | "ticket.opened"
    | "ticket.closed"
    | "opt_out.started"
    | "opt_out.ended"
    | "do_not_call.added"
    | "do_not_call.ended"
    | "source.crawled"
    | "template.updated"
    | "sender.updated"
    | "campaign.ended"
    | "agent.write_unknown"
    | "agent.budget_reached"
    | "guard.tripped"
    | "webhook.test"
    | "webhook_endpoint.disabled";
  /** The date that decides the shape of `data`. */
  version: string;
}

/** The result of a check, as `switchboard doctor` prints it. */
export interface Finding {
  check: string;
  /** What to do; null where there is nothing to do. */
  mend: string | null;
  message: string;
  status: "ok" | "warn" | "fail";
}

/** Something that fits what was typed. */
export interface Found {
  _id: string;
  /** When it began or was made. */
  at: string | null;
  /** The campaign of a call; null for other kinds. */
  campaign_id: string | null;
  /** Its state, or what it belongs to. */
  detail: string | null;
  kind:
    | "call"
    | "conversation"
    | "message"
    | "person"
    | "campaign"
    | "broadcast"
    | "workflow"
    | "agent"
    | "source"
    | "ticket"
    | "whatsapp_sender"
    | "whatsapp_template"
    | "voice_carrier"
    | "caller_id"
    | "model_account"
    | "api_key"
    | "webhook_endpoint"
    | "project";
  project_id: string;
  /** Its name or number; the id where it has neither. */
  title: string;
}

export interface Guard {
  /** What holds where nothing is declared. Null: no limit, or by the caller IDs. */
  default: (number | string[]) | null;
  guard:
    | "country"
    | "number_type"
    | "rate"
    | "dials_a_day"
    | "minutes_a_day"
    | "spend_a_day"
    | "number_dials_a_day"
    | "number_dials_a_week"
    | "block_dials_an_hour";
  is_default: boolean;
  last_refused: {
    /**
     * ISO 8601 UTC, such as 2026-11-21T09:00:00.000Z.
     * @format date-time
     */
    at: string;
    campaign_id: string;
    campaign_name: string | null;
    phone_number: string;
    project_id: string;
    project_name: string;
  } | null;
  /**
   * Calls that it refused in seven days.
   * @min 0
   * @max 9007199254740991
   */
  refused: number;
  /** The key of the declaration that widens it. */
  setting: string;
  /** When it last refused more than 20 calls within 10 minutes, in seven days. Null: it did not. */
  tripped_at: string | null;
  /** What is used of a limit of the day, reserved included. Null for the others. */
  used: number | null;
  /** What holds: a number, or names of what may be called. Null: no limit. */
  value: (number | string[]) | null;
}

/** How the installation is. */
export interface Health {
  /** Accounts at providers, those at fault first; at most 100 of each kind. */
  accounts: ProviderAccount[];
  /** What needs no request to a provider. */
  checks: Finding[];
  /** The last seen first. */
  processes: Process[];
  /** The address that providers call back. */
  public_url: string;
  /** What is due and not begun, or has failed again and again. */
  waiting: {
    /** The job that would do it. */
    job:
      | "serve queues"
      | "poll stale attempts"
      | "process webhook events"
      | "mark stale sends unresolved"
      | "sync templates"
      | "run crawls"
      | "recrawl domains";
    /** Since when its oldest work waits; null: it has none. */
    since: string | null;
  }[];
}

export interface HeldCampaigns {
  /** Those that it changed; others were so already, or have ended. */
  campaigns: {
    _id: string;
    name: string;
    /**
     * @min -9007199254740991
     * @max 9007199254740991
     */
    revision: number;
    status: "draft" | "running" | "paused" | "ended";
  }[];
  effects: Effect[];
}

/** What calling hours do at a local time. */
export interface HoursPreview {
  /**
   * The instant that is meant; if clocks skip the local time, the first one after it.
   * @format date-time
   */
  at: string;
  /** Names the change of the clocks on that day. */
  clock_change: ClockChange | null;
  /** ISO 8601 UTC, such as 2026-11-21T09:00:00.000Z. */
  closes_at: string | null;
  code:
    | "always_open"
    | "open"
    | "closed_date"
    | "no_window_on_day"
    | "between_windows"
    | "never_open";
  /** False if clocks skip the local time. */
  exists: boolean;
  is_open: boolean;
  /**
   * The next ones.
   * @maxItems 14
   */
  openings: {
    clock_change: ClockChange | null;
    /** ISO 8601 UTC, such as 2026-11-21T09:00:00.000Z. */
    closes_at: string | null;
    closes_local: string | null;
    /**
     * ISO 8601 UTC, such as 2026-11-21T09:00:00.000Z.
     * @format date-time
     */
    opens_at: string;
    /** The time in the zone of the hours. */
    opens_local: string;
  }[];
  /** ISO 8601 UTC, such as 2026-11-21T09:00:00.000Z. */
  opens_at: string | null;
  /** The second instant with this local time, where clocks go back. */
  second_at: string | null;
  /** The same in a sentence, with the reason. */
  sentence: string;
}

/** A page in the index of a knowledge base. */
export interface IndexedPage {
  _id: string;
  /**
   * Size of the fetched page or the file.
   * @min 0
   * @max 9007199254740991
   */
  byte_size: number;
  /**
   * Passages of the page.
   * @min 0
   * @max 9007199254740991
   */
  chunk_count: number;
  /**
   * ISO 8601 UTC, such as 2026-11-21T09:00:00.000Z.
   * @format date-time
   */
  first_indexed_at: string;
  /**
   * When its present content was indexed.
   * @format date-time
   */
  indexed_at: string;
  /** BCP 47, such as `en`; `und` where it is unknown. */
  language: string;
  title: string;
  /** Null for a file, which is one page. */
  url: string | null;
}

/** A passage of a page as it is indexed. */
export interface IndexedPassage {
  /** The URL fragment of the passage, without `#`. */
  anchor: string | null;
  /** The headings above it, the outermost first: `Install › On Linux`. */
  heading: string;
  /**
   * Increases along the page.
   * @min 0
   * @max 9007199254740991
   */
  ordinal: number;
  /** At most 1,200 characters. */
  text: string;
}

export interface InvitedPerson {
  _id: string;
  /**
   * ISO 8601 UTC, such as 2026-11-21T09:00:00.000Z.
   * @format date-time
   */
  created_at: string;
  email: string;
  /** False: they have not used their link yet. */
  has_password: boolean;
  /** Whether they are an operator of the installation besides. */
  is_operator: boolean;
  /** The link to hand over; null where they can sign in already, or have a role that you do not manage, or an account or role in another cell. */
  link: PersonLink | null;
  name: string;
  /** The projects that the role is for; null: all. */
  project_ids: string[] | null;
  role: "viewer" | "editor" | "admin" | "owner";
  /** Since when signing in asks for a second factor; null: it does not. */
  second_factor_since: string | null;
  /** Their last request, to the minute. */
  seen_at: string | null;
  /**
   * ISO 8601 UTC, such as 2026-11-21T09:00:00.000Z.
   * @format date-time
   */
  updated_at: string;
}

export interface KeyRotationInput {
  /** How long the old key works beside the new one. */
  overlap_seconds: 0 | 900 | 3600 | 86400 | 604800;
}

/** What the knowledge bases have and may have. */
export interface KnowledgeRoom {
  /** Domains, over all projects. */
  domains: {
    /**
     * @min 0
     * @max 9007199254740991
     */
    max: number;
    /**
     * @min 0
     * @max 9007199254740991
     */
    used: number;
  };
  /** Pages of domains and URLs in the index, and those of the plan, over all projects. */
  links: {
    /**
     * @min 0
     * @max 9007199254740991
     */
    max: number;
    /**
     * @min 0
     * @max 9007199254740991
     */
    used: number;
  };
  /** Crawls that wait or run, over all projects. */
  open_crawls: {
    /**
     * @min 0
     * @max 9007199254740991
     */
    max: number;
    /**
     * @min 0
     * @max 9007199254740991
     */
    used: number;
  };
}

/** The newest entry of the record in the changes. */
export interface LastChange {
  _id: string;
  actor_kind: string;
  actor_name: string;
  /**
   * ISO 8601 UTC, such as 2026-11-21T09:00:00.000Z.
   * @format date-time
   */
  at: string;
  via: string;
}

/** A conversation of an agent, and who answers it. */
export interface LedConversation {
  agent_id: string;
  agent_name: string;
  channel_type: "voice" | "whatsapp" | "web" | "telegram";
  conversation_id: string;
  /** The person that it is with. */
  customer: PersonLabel | null;
  /** When the agent’s part ended; null: it goes on. */
  ended_at: string | null;
  /** Null on channels other than WhatsApp. */
  is_window_open: boolean | null;
  /** ISO 8601 UTC, such as 2026-11-21T09:00:00.000Z. */
  last_message_at: string | null;
  /** Who answers from here on. */
  mode: "agent" | "person";
  /** The user who leads it; null: the agent, or nobody yet. */
  mode_by: string | null;
  /**
   * ISO 8601 UTC, such as 2026-11-21T09:00:00.000Z.
   * @format date-time
   */
  mode_since: string;
  /** When a user last wrote since `mode_since`; null: none has. */
  person_wrote_at: string | null;
  /** E.164, where it is known. */
  phone_number: string | null;
  /** What the agent said of it when it handed it over; null: nothing. */
  summary: string | null;
  /** The id of a person on WhatsApp whose number is unknown. */
  whatsapp_user_id: string | null;
  /** WhatsApp takes texts until then, in the past if it is closed; null on other channels. */
  window_closes_at: string | null;
}

/** What a link is for. */
export interface Link {
  /** Whose it is; null for the first owner, who is not known yet. */
  email: string | null;
  /**
   * ISO 8601 UTC, such as 2026-11-21T09:00:00.000Z.
   * @format date-time
   */
  ends_at: string;
  kind: "first_owner" | "invitation" | "password";
  name: string | null;
}

export interface LoggedEvent {
  /** Something that happened. */
  event: Event;
  /** The webhook endpoints that it goes to. */
  recipients: {
    endpoint_id: string;
    endpoint_name: string;
    state: "waiting" | "sending" | "delivered" | "exhausted" | "held";
    /**
     * @min -9007199254740991
     * @max 9007199254740991
     */
    tries: number;
  }[];
  subject_id: string;
  /** What it is about, such as `call`. */
  subject_kind: string;
}

export interface MadeApiKey {
  _id: string;
  /**
   * ISO 8601 UTC, such as 2026-11-21T09:00:00.000Z.
   * @format date-time
   */
  created_at: string;
  /** ISO 8601 UTC, such as 2026-11-21T09:00:00.000Z. */
  ends_at: string | null;
  /** Its value, which is shown this once and stored nowhere. */
  key: string;
  /** Exact to the minute; null: never, since this is kept. */
  last_used_at: string | null;
  /** Null: from before this was kept. */
  made_by: string | null;
  name: string;
  /** What people recognize it by. */
  prefix: string;
  /** How many requests it may make. `none`: there is no limit. */
  rate:
    | "none"
    | {
        /**
         * Requests at once, after a pause.
         * @min -9007199254740991
         * @max 9007199254740991
         */
        burst: number;
        /**
         * @min -9007199254740991
         * @max 9007199254740991
         */
        requests_per_second: number;
        /**
         * @min -9007199254740991
         * @max 9007199254740991
         */
        write_burst: number;
        /**
         * Requests that make a call, a send or a source.
         * @min -9007199254740991
         * @max 9007199254740991
         */
        writes_per_second: number;
      };
  /**
   * @min 1
   * @max 9007199254740991
   */
  revision: number;
  /** ISO 8601 UTC, such as 2026-11-21T09:00:00.000Z. */
  revoked_at: string | null;
  /** What it may do beyond reading. */
  scopes: (
    | "calls:create"
    | "whatsapp:create"
    | "agents:chat"
    | "agents:manage"
    | "profiles:manage"
    | "profiles:erase"
    | "webhooks:manage"
    | "suppressions:manage"
    | "audit:read"
    | "events:read"
  )[];
  /** `ending`: it was replaced and works until `ends_at`. */
  status: "active" | "ending" | "ended" | "revoked";
}

/** A new personal token. */
export interface MadeUserToken {
  _id: string;
  /**
   * ISO 8601 UTC, such as 2026-11-21T09:00:00.000Z.
   * @format date-time
   */
  created_at: string;
  /**
   * ISO 8601 UTC, such as 2026-11-21T09:00:00.000Z.
   * @format date-time
   */
  ends_at: string;
  /** Exact to the minute. */
  last_used_at: string | null;
  name: string;
  /** What it begins with. */
  prefix: string;
  /** The most that it may do; it never may more than you. */
  role: "viewer" | "editor" | "admin" | "owner" | "operator";
  /** Its value, shown this once: `svc_user_…`. */
  token: string;
}

/** A template send, or a typed message with `type` and `payload`, which needs an open window. */
export interface ManagedSendInput {
  /** The values of the template’s variables; for a template send. */
  data?: Record<string, unknown>;
  /** The content of a typed message, as in the project API. */
  payload?: Record<string, unknown>;
  /** The failed message that is sent again. It stays failed; the new message is linked to it. */
  resend_of?: string;
  /** Recipient, in international format; or the id that WhatsApp has given the person. */
  to: string;
  /** Names the type of a typed message. */
  type?: string;
}

/** The person who is signed in. */
export interface Me {
  _id: string;
  /**
   * ISO 8601 UTC, such as 2026-11-21T09:00:00.000Z.
   * @format date-time
   */
  created_at: string;
  email: string;
  /** An operator of the installation is an owner of every organization. */
  is_operator: boolean;
  /** BCP 47; null: what the browser asks for. */
  language: string | null;
  name: string;
  /** Whether the service is reached over http from other machines, where others can read along. */
  plain_http: boolean;
  /** Null: signing in asks for the password alone. */
  second_factor: {
    /**
     * @min 0
     * @max 9007199254740991
     */
    recovery_codes_left: number;
    /**
     * ISO 8601 UTC, such as 2026-11-21T09:00:00.000Z.
     * @format date-time
     */
    since: string;
  } | null;
  /** Null: what the system asks for. */
  theme: "light" | "dark" | null;
  /** IANA name; null: that of the browser. */
  timezone: string | null;
  /**
   * ISO 8601 UTC, such as 2026-11-21T09:00:00.000Z.
   * @format date-time
   */
  updated_at: string;
}

/** What is left out stays; null is the default. */
export interface MePatchInput {
  language?: string | null;
  /**
   * @minLength 1
   * @maxLength 200
   * @pattern ^\P{Cc}*$
   */
  name?: string;
  theme?: "light" | "dark" | null;
  timezone?: string | null;
}

/** How many messages have each status. */
export interface MessageCounts {
  /**
   * @min 0
   * @max 9007199254740991
   */
  delivered: number;
  /**
   * @min 0
   * @max 9007199254740991
   */
  failed: number;
  /**
   * @min 0
   * @max 9007199254740991
   */
  processing: number;
  /**
   * @min 0
   * @max 9007199254740991
   */
  read: number;
  /**
   * @min 0
   * @max 9007199254740991
   */
  sent: number;
  /**
   * @min 0
   * @max 9007199254740991
   */
  total: number;
  /**
   * @min 0
   * @max 9007199254740991
   */
  unresolved: number;
}

/** What the recipient sees on the phone. */
export interface MessagePreview {
  body: {
    text: string;
    /** The variable whose value it is; null for fixed words. */
    variable: string | null;
  }[];
  buttons: string[];
  footer: string | null;
  header: {
    text: string;
    /** The variable whose value it is; null for fixed words. */
    variable: string | null;
  }[];
}

/** The fields that change (RFC 7396). A null returns a field to its default. Lists are replaced as a whole. */
export interface ModelAccountPatchInput {
  /** Never shown; left out, the stored one stays; null removes it. */
  api_key?: string | null;
  /** Without the operation, such as `https://api.openai.com/v1`. */
  base_url?: string;
  /** Further fields of each request. */
  extra?: Partial<Record<string, unknown>>;
  /** The protocol of the server. */
  kind?: "openai_compatible" | "anthropic";
  /** The provider's name of the model. */
  model?: string;
  name?: string;
  /** The field that bounds an answer's tokens; null: `max_tokens`. */
  output_field?: string | null;
}

/** A conversation with the person that it is with. */
export interface NamedConversation {
  _id: string;
  /** ISO 8601 UTC, such as 2026-11-21T09:00:00.000Z. */
  answered_at: string | null;
  campaign_id: string | null;
  channel_type: "voice" | "whatsapp" | "web" | "telegram";
  conversation_type: "outbound" | "inbound";
  /**
   * ISO 8601 UTC, such as 2026-11-21T09:00:00.000Z.
   * @format date-time
   */
  created_at: string;
  /** The person that it is with. */
  customer: PersonLabel | null;
  /** The person that it is with. */
  customer_profile_id: string | null;
  /** Runs from the answer to the end: 0 where nobody answered, null while it goes on. */
  duration_seconds: number | null;
  /** Null while it goes on. */
  end_time: string | null;
  /** How it ended; null while it goes on. */
  outcome:
    | "initiated"
    | "ringing"
    | "live"
    | "completed"
    | "no_answer"
    | "busy"
    | "failed"
    | "canceled"
    | null;
  /** E.164, where the channel has numbers and it is known. */
  phone_number: string | null;
  /**
   * ISO 8601 UTC, such as 2026-11-21T09:00:00.000Z.
   * @format date-time
   */
  start_time: string;
  status:
    | "initiated"
    | "ringing"
    | "live"
    | "completed"
    | "no_answer"
    | "busy"
    | "failed"
    | "canceled";
  /** The id of a person on WhatsApp whose number is unknown. */
  whatsapp_user_id: string | null;
}

/** The fields of the declaration. One that is null or left out has its default. */
export interface NewAgentInput {
  /** Sentences that are held back until a tool has succeeded. */
  claims?: {
    needs: string;
    pattern: string;
  }[];
  /** Said after the first line. */
  disclosure?: string | false;
  /** Why nothing is disclosed; required with `false`. */
  disclosure_why?: string | null;
  /** Asked where `model` is busy, silent or breaks off. */
  fallback?: string | null;
  first_line?: string | null;
  /** The first is spoken first. */
  languages?: string[];
  limits?: Partial<Record<string, number>>;
  /** What the service itself says for the agent. */
  lines?: Partial<Record<string, string>>;
  /** The name of a model account of the project. */
  model?: string;
  name?: string;
  /** Liquid; filled once, when a conversation begins. */
  prompt?: string;
  /** What the agent is for. The model reads it. */
  purpose?: string;
  speech?: Partial<Record<string, unknown>> | null;
  speech_fallback?: Partial<Record<string, unknown>> | null;
  /** The tools as the declaration has them. The secret of an `http` tool is shown nowhere. */
  tools?: Partial<Record<string, unknown>>[];
  /** Null: it answers no chats on WhatsApp. */
  whatsapp?: {
    after_window: string | null;
    broadcast: string;
    gather_seconds: number;
  } | null;
}

export interface NewApiKeyInput {
  /**
   * @minLength 1
   * @maxLength 200
   */
  name: string;
  /**
   * How many requests it may make.
   * @default {"requests_per_second":20,"burst":100,"writes_per_second":10,"write_burst":50}
   */
  rate?:
    | "none"
    | {
        /**
         * @min 1
         * @max 100000
         */
        burst?: number;
        /**
         * @min 1
         * @max 10000
         * @default 20
         */
        requests_per_second?: number;
        /**
         * @min 1
         * @max 100000
         */
        write_burst?: number;
        /**
         * @min 1
         * @max 10000
         * @default 10
         */
        writes_per_second?: number;
      };
  /**
   * @maxItems 10
   * @default []
   */
  scopes?: (
    | "calls:create"
    | "whatsapp:create"
    | "agents:chat"
    | "agents:manage"
    | "profiles:manage"
    | "profiles:erase"
    | "webhooks:manage"
    | "suppressions:manage"
    | "audit:read"
    | "events:read"
  )[];
}

/** The fields of the declaration. One that is null or left out has its default. */
export interface NewBroadcastInput {
  name?: string;
  /** The name of a WhatsApp sender of the project. */
  sender?: string;
  /** The name of a WhatsApp template of the project. Null: it sends free-form messages only. */
  template?: string | null;
}

/** The fields of the declaration. One that is null or left out has its default. */
export interface NewCallerIdInput {
  /** The name of a carrier account of the project. */
  carrier?: string;
  /** The name of the inbound campaign that answers calls to it; null: nobody does. */
  inbound_campaign?: string | null;
  /** E.164; any spelling is taken. */
  number?: string;
}

/** The fields of the declaration. One that is null or left out has its default. */
export interface NewCampaignInput {
  /** The name of an agent of the project. */
  agent?: string | null;
  /** Said to callers while all its slots are taken. Null: a text of the service. */
  busy_message?: string | null;
  call_direction?: "outbound" | "inbound";
  /** The number of a caller ID of the project. */
  caller_id?: string | null;
  /** Null: always open. */
  calling_hours?: {
    /** Whether they hold where the callee is, too. */
    also_callee?: boolean;
    closed_dates: string[];
    /** IANA name, or `callee`: the hours hold where the callee is. */
    timezone: string;
    windows: {
      days: string[];
      from: string;
      to: string;
    }[];
  } | null;
  campaign_type?: "workflow" | "script" | "agent";
  /** Said to callers of an inbound campaign while it is closed. Null: a text of the service. */
  closed_message?: string | null;
  /** ISO 8601 UTC, such as 2026-11-21T09:00:00.000Z. */
  ends_at?: string | null;
  machine_detection?: boolean;
  name?: string;
  /** Null: a call is tried once. */
  retry?: {
    delay_minutes: number;
    /**
     * @min -9007199254740991
     * @max 9007199254740991
     */
    max_attempts: number;
    on: ("no_answer" | "busy" | "failed" | "voicemail")[];
  } | null;
  /**
   * @min -9007199254740991
   * @max 9007199254740991
   */
  ring_timeout_seconds?: number;
  script?: string | null;
  /**
   * @min -9007199254740991
   * @max 9007199254740991
   */
  slots?: number;
  status?: "draft" | "running" | "paused" | "ended";
  voice?: string | null;
  /** The name of a workflow of the project. */
  workflow?: string | null;
}

export interface NewDoNotCallInput {
  /** ISO 3166-1 alpha-2, for numbers without a country code. */
  country?: string;
  /**
   * In any spelling; without a country code only with `country`. Repeated numbers count once.
   * @maxItems 10000
   * @minItems 1
   */
  numbers: string[];
  /** When they may be called again, ISO 8601. A date alone: after that day, in UTC. Absent: never by itself. */
  until?: string;
  /**
   * Kept with the entries.
   * @minLength 1
   * @maxLength 1000
   */
  why?: string;
}

/** The fields of the declaration. One that is null or left out has its default. */
export interface NewModelAccountInput {
  /** Never shown; left out, the stored one stays; null removes it. */
  api_key?: string | null;
  /** Without the operation, such as `https://api.openai.com/v1`. */
  base_url?: string;
  /** Further fields of each request. */
  extra?: Partial<Record<string, unknown>>;
  /** The protocol of the server. */
  kind?: "openai_compatible" | "anthropic";
  /** The provider's name of the model. */
  model?: string;
  name?: string;
  /** The field that bounds an answer's tokens; null: `max_tokens`. */
  output_field?: string | null;
}

export interface NewOptOutInput {
  /**
   * A number, without country code only of the project's country; or a WhatsApp id.
   * @minLength 1
   * @maxLength 200
   */
  number: string;
  /**
   * Why; the changes keep it.
   * @minLength 1
   * @maxLength 1000
   */
  reason: string;
}

/** The fields of the declaration. One that is null or left out has its default. */
export interface NewOrganizationInput {
  /** What it may ring: the settings of the guards that differ from their defaults. Null: none does. */
  calls?: {
    /**
     * @min -9007199254740991
     * @max 9007199254740991
     */
    block_dials_an_hour?: number;
    countries?: string[] | null;
    /**
     * @min -9007199254740991
     * @max 9007199254740991
     */
    dials_a_day?: number;
    /**
     * @min -9007199254740991
     * @max 9007199254740991
     */
    minutes_a_call?: number;
    /**
     * @min -9007199254740991
     * @max 9007199254740991
     */
    minutes_a_day?: number;
    /**
     * @min -9007199254740991
     * @max 9007199254740991
     */
    number_dials_a_day?: number;
    /**
     * @min -9007199254740991
     * @max 9007199254740991
     */
    number_dials_a_week?: number;
    number_types?: (
      | "premium_rate"
      | "shared_cost"
      | "uan"
      | "personal_number"
      | "pager"
      | "voicemail"
      | "non_geographic"
    )[];
    rates?: {
      per_minute: number;
      prefix: string;
    }[];
    spend_a_day?: number | null;
    stop_covers_calls?: boolean;
  } | null;
  name?: string;
  plan?: {
    /**
     * Pages of domains and URLs in the knowledge base.
     * @min 0
     * @max 9007199254740991
     */
    links: number;
    /** Inactive: WhatsApp messages are refused, calls go on. */
    status: "active" | "inactive";
    /**
     * @min 0
     * @max 9007199254740991
     */
    whatsapp_sends: number;
  };
}

export interface NewPersonInput {
  /**
   * @maxLength 254
   * @pattern ^[^\s@\p{Cc}]+@[^\s@\p{Cc}]+$
   */
  email: string;
  /**
   * They may change it.
   * @minLength 1
   * @maxLength 200
   * @pattern ^\P{Cc}*$
   */
  name?: string;
  /**
   * The projects that the role is for; null: all of the organization.
   * @maxItems 100
   * @minItems 1
   */
  project_ids?: string[] | null;
  role: "viewer" | "editor" | "admin" | "owner";
}

/** The fields of the declaration. One that is null or left out has its default. */
export interface NewProjectInput {
  default_country?: string | null;
  /** `as_needed`: events are kept while the project has a webhook endpoint, or a key that reads them. */
  events?: "as_needed" | "keep";
  /** BCP 47. */
  language?: string;
  /** What all agents may ask of models in a day (UTC). Null: unbounded. */
  model_tokens_a_day?: number | null;
  name?: string;
  /** How many requests all its keys may make together. `none`: there is no limit. */
  requests_per_second?: number | "none";
  /** After how many days each kind is removed. Null: it is kept; events 30 days, and audit 400. */
  retention?: {
    audit: number | null;
    events: number | null;
    messages: number | null;
    transcripts: number | null;
  } | null;
  status?: "active" | "archived";
  ticket_keywords?: string[];
  timezone?: string;
}

export interface NewUserTokenInput {
  /**
   * @min 1
   * @max 365
   * @default 90
   */
  days?: number;
  /**
   * What it is for.
   * @minLength 1
   * @maxLength 200
   * @pattern ^\P{Cc}*$
   */
  name: string;
  /** The most that it may do; it never may more than you. */
  role: "viewer" | "editor" | "admin" | "owner" | "operator";
}

/** The fields of the declaration. One that is null or left out has its default. */
export interface NewVoiceCarrierInput {
  account_sid?: string;
  /** Null: that of the carrier. */
  api_url?: string | null;
  /** Never shown; left out, the stored one stays. */
  auth_token?: string;
  calls_per_second?: number;
  kind?: "twilio";
  name?: string;
  /**
   * @min -9007199254740991
   * @max 9007199254740991
   */
  unknown_grace_seconds?: number;
}

/** The fields of the declaration. One that is null or left out has its default. */
export interface NewWebhookEndpointInput {
  /** `full`: with texts, such as the bodies of messages. */
  content?: "ids" | "full";
  name?: string;
  /** `by_subject`: the events of one call, message or person in order. */
  order?: "none" | "by_subject";
  /** The most deliveries in a second; null: no limit. */
  rate_per_second?: number | null;
  /** `whsec_` and base64. Left out, a new endpoint gets one. */
  secret?: string;
  /** Types of events such as `call.ended`, kinds such as `call.*`, or `*`. */
  types?: string[];
  /** An https address. `http` is only for hosts that the operator has named. */
  url?: string;
}

/** The fields of the declaration. One that is null or left out has its default. */
export interface NewWhatsappSenderInput {
  /** Never shown; left out, the stored one stays. */
  access_token?: string;
  /** Null: that of WhatsApp's public API. */
  api_url?: string | null;
  /** Signs the webhooks of WhatsApp. Never shown. */
  app_secret?: string;
  /** The WhatsApp Business Account, which owns the templates. */
  business_account_id?: string;
  catalog_id?: string | null;
  /** E.164. */
  display_phone_number?: string;
  messages_per_second?: number;
  name?: string;
  /** WhatsApp's id of the number. */
  phone_number_id?: string;
  status?: "connected" | "disconnected";
  /** The word that is given to WhatsApp with the webhook's address. Never shown. */
  verify_token?: string;
}

/** The fields of the declaration. One that is null or left out has its default. */
export interface NewWorkflowInput {
  /** Follows workflow.schema.json. */
  definition?: Partial<Record<string, unknown>>;
  name?: string;
}

/** An organization that you may see. */
export interface OpenOrganization {
  _id: string;
  /** Whether it has the demo, which can place calls by itself. */
  is_demo: boolean;
  name: string;
  /** The names of up to three owners, who may give any role in it. */
  owners?: string[];
  /** What the plan allows, and what is used of it. */
  plan: {
    /**
     * @min -9007199254740991
     * @max 9007199254740991
     */
    links: number;
    /**
     * @min -9007199254740991
     * @max 9007199254740991
     */
    links_used: number;
    /**
     * @min -9007199254740991
     * @max 9007199254740991
     */
    sends_used: number;
    status: "active" | "inactive";
    /**
     * @min -9007199254740991
     * @max 9007199254740991
     */
    whatsapp_sends: number;
  };
  /** The projects that your role is for; null: all. */
  project_ids: string[] | null;
  /** Those that you may see, by name. */
  projects: {
    _id: string;
    language: string;
    name: string;
    status: string;
    timezone: string;
  }[];
  /** What you may do in it; `operator` for operators of the installation. */
  role: "viewer" | "editor" | "admin" | "owner" | "operator";
}

/** Whether a campaign may call a number at an instant, with the time zones that decide. */
export interface Opening {
  /**
   * The instant that is asked about.
   * @format date-time
   */
  at: string;
  /** Null if they are closed, or don’t close within 10 days. */
  closes_at: string | null;
  /** The zone that opens last; null if all are open. */
  held_by: string | null;
  /** Whether the hours are open in all of `zones`. */
  is_open: boolean;
  /** When they are open next in all zones at once; null if they are now, or not within 14 days. */
  opens_at: string | null;
  /** E.164. */
  phone_number: string;
  /** The same in a sentence. */
  sentence: string;
  /** Where the zones are known from: `timezone` of the request, the property `timezone` of the profile, the first digits of the number, or its country. `campaign`: the hours don’t hold where the callee is. */
  source: "request" | "profile" | "prefix" | "country" | "campaign";
  /** Where the callee may be, and the campaign’s own zone if its hours hold there too. */
  zones: {
    closes_at: string | null;
    is_open: boolean;
    /** The local date and time there. */
    local: string;
    opens_at: string | null;
    /** IANA name. */
    timezone: string;
  }[];
}

/** A person who must not get messages. */
export interface OptOut {
  customer_name: string | null;
  customer_profile_id: string | null;
  /** Who made it here; null: the person did. */
  made_by: string | null;
  /** The number in E.164; WhatsApp's id of a person who hides it. */
  number: string;
  /** What an operator wrote. */
  reason: string | null;
  /** `marketing`: templates of that category alone. */
  scope: "all" | "marketing";
  /**
   * ISO 8601 UTC, such as 2026-11-21T09:00:00.000Z.
   * @format date-time
   */
  since: string;
  /** `message`: the person wrote STOP; `provider`: in WhatsApp; `operator`: somebody here. */
  source: "message" | "provider" | "operator";
  /** The username in WhatsApp. */
  username: string | null;
}

export interface OptOutEndInput {
  /**
   * Why; the changes keep it.
   * @minLength 1
   * @maxLength 1000
   */
  reason: string;
}

/** The fields that change (RFC 7396). A null returns a field to its default. Lists are replaced as a whole. */
export interface OrganizationPatchInput {
  /** What it may ring: the settings of the guards that differ from their defaults. Null: none does. */
  calls?: {
    /**
     * @min -9007199254740991
     * @max 9007199254740991
     */
    block_dials_an_hour?: number;
    countries?: string[] | null;
    /**
     * @min -9007199254740991
     * @max 9007199254740991
     */
    dials_a_day?: number;
    /**
     * @min -9007199254740991
     * @max 9007199254740991
     */
    minutes_a_call?: number;
    /**
     * @min -9007199254740991
     * @max 9007199254740991
     */
    minutes_a_day?: number;
    /**
     * @min -9007199254740991
     * @max 9007199254740991
     */
    number_dials_a_day?: number;
    /**
     * @min -9007199254740991
     * @max 9007199254740991
     */
    number_dials_a_week?: number;
    number_types?: (
      | "premium_rate"
      | "shared_cost"
      | "uan"
      | "personal_number"
      | "pager"
      | "voicemail"
      | "non_geographic"
    )[];
    rates?: {
      per_minute: number;
      prefix: string;
    }[];
    spend_a_day?: number | null;
    stop_covers_calls?: boolean;
  } | null;
  name?: string;
  plan?: {
    /**
     * Pages of domains and URLs in the knowledge base.
     * @min 0
     * @max 9007199254740991
     */
    links: number;
    /** Inactive: WhatsApp messages are refused, calls go on. */
    status: "active" | "inactive";
    /**
     * @min 0
     * @max 9007199254740991
     */
    whatsapp_sends: number;
  };
}

/** Where a page stands in the whole list. */
export interface Pagination {
  has_next: boolean;
  has_prev: boolean;
  /**
   * Current page, from 1: floor(skip / limit) + 1.
   * @min 1
   * @max 9007199254740991
   */
  page: number;
  /**
   * The limit used.
   * @min 1
   * @max 9007199254740991
   */
  page_size: number;
  /**
   * Matching records in all.
   * @min 0
   * @max 9007199254740991
   */
  total: number;
  /**
   * @min 0
   * @max 9007199254740991
   */
  total_pages: number;
}

/** A passage of the knowledge base. */
export interface Passage {
  /** The URL fragment of the passage, without `#`. */
  anchor: string | null;
  /** The headings above it, the outermost first: `Install › On Linux`. */
  heading: string;
  /** Escaped HTML: excerpts of the text, with the found words in `<mark>`. */
  highlight: string;
  /** Null for a file. */
  page_url: string | null;
  /**
   * How much of the question it matches, and how prominently. Items are sorted by it.
   * @min 0
   * @max 1
   */
  score: number;
  source_id: string;
  source_name: string;
  /** At most 1,200 characters. */
  text: string;
  /** Title of the page. */
  title: string;
}

export interface PasswordInputInput {
  /**
   * @minLength 1
   * @maxLength 1024
   */
  current_password: string;
  /**
   * 12 characters at least, and not a common one.
   * @minLength 1
   * @maxLength 1024
   */
  new_password: string;
}

/** A call whose first answer is not known yet. */
export interface PendingCall {
  /** The same id, under its other name. */
  campaign_call_id?: string;
  /** Id of the call. */
  campaign_queue_id: string;
  message: string;
  scheduled?: false;
  scheduled_for?: null;
  scheduled_timezone?: null;
  status: "processing" | "unresolved";
  success: true;
}

/** Somebody with a role in the organization. */
export interface Person {
  _id: string;
  /**
   * ISO 8601 UTC, such as 2026-11-21T09:00:00.000Z.
   * @format date-time
   */
  created_at: string;
  email: string;
  /** False: they have not used their link yet. */
  has_password: boolean;
  /** Whether they are an operator of the installation besides. */
  is_operator: boolean;
  name: string;
  /** The projects that the role is for; null: all. */
  project_ids: string[] | null;
  role: "viewer" | "editor" | "admin" | "owner";
  /** Since when signing in asks for a second factor; null: it does not. */
  second_factor_since: string | null;
  /** Their last request, to the minute. */
  seen_at: string | null;
  /**
   * ISO 8601 UTC, such as 2026-11-21T09:00:00.000Z.
   * @format date-time
   */
  updated_at: string;
}

/** A person of the project, with what can not be done for them. */
export interface PersonCalled {
  _id: string;
  /**
   * @min 0
   * @max 9007199254740991
   */
  call_count: number;
  channel_identities: {
    channel_type: "voice" | "whatsapp" | "web" | "telegram";
    /**
     * ISO 8601 UTC, such as 2026-11-21T09:00:00.000Z.
     * @format date-time
     */
    first_seen_at: string;
    identity_key: string;
    /**
     * ISO 8601 UTC, such as 2026-11-21T09:00:00.000Z.
     * @format date-time
     */
    last_seen_at: string;
  }[];
  /**
   * @min 0
   * @max 9007199254740991
   */
  chat_count: number;
  /**
   * @min 0
   * @max 9007199254740991
   */
  conversation_count: number;
  /**
   * ISO 8601 UTC, such as 2026-11-21T09:00:00.000Z.
   * @format date-time
   */
  created_at: string;
  /** Easy to read and say, such as `CUST-000123`. */
  display_id: string;
  emails: {
    /** E.164, or the address in lower case. */
    normalized: string;
    /** The channel it came by, such as `voice`, or `import`. */
    source: string;
    /** In the form in which it was given first. */
    value: string;
  }[];
  /** ISO 8601 UTC, such as 2026-11-21T09:00:00.000Z. */
  last_interaction_at: string | null;
  limits: PersonLimit[];
  name: string | null;
  phone_numbers: {
    /** E.164, or the address in lower case. */
    normalized: string;
    /** The channel it came by, such as `voice`, or `import`. */
    source: string;
    /** In the form in which it was given first. */
    value: string;
  }[];
  properties: Partial<Record<string, unknown>>;
  /**
   * ISO 8601 UTC, such as 2026-11-21T09:00:00.000Z.
   * @format date-time
   */
  updated_at: string;
  /** The name that the person has chosen on WhatsApp. */
  username: string | null;
}

/** What a person is called by. */
export interface PersonLabel {
  _id: string;
  /** Easy to read and say, such as `CUST-000123`. */
  display_id: string;
  name: string | null;
  /** The number that was known first, in E.164. */
  phone_number: string | null;
  /** The name that the person has chosen on WhatsApp. */
  username: string | null;
  /** The id by which WhatsApp knows the person for the business, such as `US.1349…`. */
  whatsapp_id: string | null;
}

/** What can not be done for a person, and why. */
export interface PersonLimit {
  action: "call" | "authentication_template" | "message";
  /** `number_hidden`: WhatsApp hides the number. `no_number`, `no_address`: none is known. `do_not_call`: all numbers are on the do-not-call list. */
  reason: "number_hidden" | "no_number" | "no_address" | "do_not_call";
}

/** A link with which somebody sets a password. */
export interface PersonLink {
  /**
   * ISO 8601 UTC, such as 2026-11-21T09:00:00.000Z.
   * @format date-time
   */
  ends_at: string;
  kind: "first_owner" | "invitation" | "password";
  /** The link to hand over. It works once, is shown this once, and is sent to nobody. */
  url: string;
}

/** What is left out stays. */
export interface PersonPatchInput {
  /**
   * The projects that the role is for; null: all of the organization.
   * @maxItems 100
   * @minItems 1
   */
  project_ids?: string[] | null;
  role?: "viewer" | "editor" | "admin" | "owner";
}

/** A process of the service in the last day. */
export interface Process {
  _id: string;
  host: string;
  /** Whether it was there within the last 30 seconds. */
  is_alive: boolean;
  kind: "serve" | "api" | "worker";
  /**
   * ISO 8601 UTC, such as 2026-11-21T09:00:00.000Z.
   * @format date-time
   */
  seen_at: string;
  /**
   * ISO 8601 UTC, such as 2026-11-21T09:00:00.000Z.
   * @format date-time
   */
  started_at: string;
  version: string;
}

/** A profile that was merged into another one, and why. */
export interface ProfileMerge {
  /** False: the version that made the merge did not store what it takes to undo it; the texts are null then. */
  can_separate: boolean;
  /** The display id that it had. */
  display_id: string | null;
  /** The profile that it was merged into: this one, or one that was merged into it later. */
  into_id: string | null;
  /**
   * ISO 8601 UTC, such as 2026-11-21T09:00:00.000Z.
   * @format date-time
   */
  merged_at: string;
  /** What joined them: the channel of a call or message, or `import`. */
  merged_by: string | null;
  /** Id of the profile that was merged. */
  merged_id: string;
  /** The name that it had. */
  name: string | null;
  /** The contacts that joined them, such as `email:ada@example.com`: at most 20. */
  shared_contacts: string[];
}

/** A call of a project. */
export interface ProjectCall {
  /** Id of the call: its `campaign_queue_id`. */
  _id: string;
  /**
   * Attempts so far, without those that were never placed.
   * @min 0
   * @max 9007199254740991
   */
  attempts_count: number;
  /** The batch of the file that it comes from; null: from none. */
  batch_id: string | null;
  /** `inbound`: the person called. */
  call_direction: "outbound" | "inbound";
  campaign_id: string;
  campaign_name: string;
  /** When it was first canceled. */
  cancel_requested_at: string | null;
  /**
   * ISO 8601 UTC, such as 2026-11-21T09:00:00.000Z.
   * @format date-time
   */
  created_at: string;
  /** The name that the request for the call gave, else that of the person’s profile. */
  customer_name: string | null;
  /** Null where nothing failed. */
  error: {
    /** What the carrier’s code is about; null without a code, and for one that is not listed. */
    about: "number" | "account" | "rate" | "fault" | null;
    /** The carrier’s own code, where it gave one. */
    code: string | null;
    /** The same in plain words. */
    reason: string | null;
  } | null;
  /** Null before the first. */
  last_attempt: {
    /** ISO 8601 UTC, such as 2026-11-21T09:00:00.000Z. */
    answered_at: string | null;
    /**
     * @min 1
     * @max 9007199254740991
     */
    attempt_number: number;
    /**
     * ISO 8601 UTC, such as 2026-11-21T09:00:00.000Z.
     * @format date-time
     */
    created_at: string;
    /** ISO 8601 UTC, such as 2026-11-21T09:00:00.000Z. */
    ended_at: string | null;
    state:
      | "dialling"
      | "unresolved"
      | "ringing"
      | "live"
      | "completed"
      | "no_answer"
      | "busy"
      | "failed"
      | "canceled"
      | "never_placed";
  } | null;
  /** The number of the person, E.164; null for a caller who withholds it. */
  phone_number: string | null;
  /** Among the waiting calls of its campaign; null unless it waits, and beyond 1000. */
  place: number | null;
  /** The endpoint, `trigger-call` or `calls`; `caller`: the person called a caller ID. */
  placed_by: "trigger" | "queue" | "caller";
  state:
    | "waiting"
    | "dialling"
    | "unresolved"
    | "ringing"
    | "live"
    | "completed"
    | "voicemail"
    | "no_answer"
    | "busy"
    | "failed"
    | "canceled"
    | "expired";
  /**
   * ISO 8601 UTC, such as 2026-11-21T09:00:00.000Z.
   * @format date-time
   */
  state_since: string;
  /** Null unless its state is `waiting`. */
  waiting: {
    /** The guard that holds it, where the reason is `guard` (docs/guards.md). Null otherwise. */
    guard:
      | "dials_a_day"
      | "minutes_a_day"
      | "spend_a_day"
      | "number_dials_a_day"
      | "number_dials_a_week"
      | "block_dials_an_hour"
      | null;
    /** What keeps it from being dialed now; the first reason if there are several. */
    reason:
      | "paused"
      | "hours"
      | "slot"
      | "number"
      | "retry"
      | "carrier_rate"
      | "guard";
    /**
     * Since when it waits.
     * @format date-time
     */
    since: string;
    /** The time zone that opens last, where the reason is `hours`. Null otherwise. */
    timezone: string | null;
    /** When the reason ends; null where that depends on other calls, on a release, or on wider guards. */
    until: string | null;
  } | null;
}

/** A message of a project. */
export interface ProjectMessage {
  _id: string;
  broadcast_id: string;
  broadcast_name: string;
  conversation_id: string | null;
  /**
   * ISO 8601 UTC, such as 2026-11-21T09:00:00.000Z.
   * @format date-time
   */
  created_at: string;
  /** The name of the person’s profile. */
  customer_name: string | null;
  customer_profile_id: string | null;
  /** Why the message failed. */
  error: {
    /** What the failure is about, by WhatsApp’s code. */
    about:
      | "recipient"
      | "message"
      | "template"
      | "sender"
      | "window"
      | "opt_out"
      | "quota"
      | null;
    /** WhatsApp’s error code. */
    code: string | null;
    reason: string;
  } | null;
  provider_message_id: string | null;
  /** The failed message that it was sent again for. */
  resend_of: string | null;
  /** The message that it was sent again as. */
  resent_as: string | null;
  /** What it takes of the plan: `reserved` until its outcome is known, then `consumed` or `released`. */
  send: "reserved" | "consumed" | "released";
  /** Sends of the plan that it cost: 1 if WhatsApp accepted it, 0 if not, null while that is unknown. */
  sends: number | null;
  /** `processing`: the message is being sent to WhatsApp; `unresolved`: it is unknown whether WhatsApp has it. */
  status:
    | "processing"
    | "unresolved"
    | "sent"
    | "delivered"
    | "read"
    | "failed";
  /**
   * ISO 8601 UTC, such as 2026-11-21T09:00:00.000Z.
   * @format date-time
   */
  status_since: string;
  statuses: {
    /**
     * ISO 8601 UTC, such as 2026-11-21T09:00:00.000Z.
     * @format date-time
     */
    at: string;
    error: {
      /** WhatsApp’s error code. */
      code: string | null;
      reason: string;
    } | null;
    status:
      | "processing"
      | "unresolved"
      | "sent"
      | "delivered"
      | "read"
      | "failed";
  }[];
  /** E.164, or the WhatsApp user id of a person whose number is unknown. */
  to: string;
  type: string;
}

/** The fields that change (RFC 7396). A null returns a field to its default. Lists are replaced as a whole. */
export interface ProjectPatchInput {
  default_country?: string | null;
  /** `as_needed`: events are kept while the project has a webhook endpoint, or a key that reads them. */
  events?: "as_needed" | "keep";
  /** BCP 47. */
  language?: string;
  /** What all agents may ask of models in a day (UTC). Null: unbounded. */
  model_tokens_a_day?: number | null;
  name?: string;
  /** How many requests all its keys may make together. `none`: there is no limit. */
  requests_per_second?: number | "none";
  /** After how many days each kind is removed. Null: it is kept; events 30 days, and audit 400. */
  retention?: {
    audit: number | null;
    events: number | null;
    messages: number | null;
    transcripts: number | null;
  } | null;
  status?: "active" | "archived";
  ticket_keywords?: string[];
  timezone?: string;
}

/** A call with its history and what it belongs to. */
export interface ProjectWholeCall {
  /** Id of the call: its `campaign_queue_id`. */
  _id: string;
  attempts: {
    _id: string;
    /** ISO 8601 UTC, such as 2026-11-21T09:00:00.000Z. */
    answered_at: string | null;
    /** The carrier’s word; null where no detection ran. */
    answered_by: string | null;
    /**
     * Counts from 1; one that was never placed leaves its number to the next.
     * @min 1
     * @max 9007199254740991
     */
    attempt_number: number;
    /** Null while the carrier has not named it. */
    carrier_call_sid: string | null;
    /** Null until the carrier has taken or refused it. */
    conversation_id: string | null;
    /**
     * ISO 8601 UTC, such as 2026-11-21T09:00:00.000Z.
     * @format date-time
     */
    created_at: string;
    /** Runs from the answer to the end; 0 where nobody answered. */
    duration_seconds: number | null;
    /** ISO 8601 UTC, such as 2026-11-21T09:00:00.000Z. */
    ended_at: string | null;
    /** Null where nothing failed. */
    error: {
      /** What the carrier’s code is about; null without a code, and for one that is not listed. */
      about: "number" | "account" | "rate" | "fault" | null;
      /** The carrier’s own code, where it gave one. */
      code: string | null;
      /** The same in plain words. */
      reason: string | null;
    } | null;
    /** Until the answer, or the end if nobody answered. */
    rang_seconds: number | null;
    /** When the phone began to ring, as the carrier reported it. */
    ringing_at: string | null;
    state:
      | "dialling"
      | "unresolved"
      | "ringing"
      | "live"
      | "completed"
      | "no_answer"
      | "busy"
      | "failed"
      | "canceled"
      | "never_placed";
    /**
     * ISO 8601 UTC, such as 2026-11-21T09:00:00.000Z.
     * @format date-time
     */
    state_since: string;
  }[];
  /**
   * Attempts so far, without those that were never placed.
   * @min 0
   * @max 9007199254740991
   */
  attempts_count: number;
  /** `inbound`: the person called. */
  call_direction: "outbound" | "inbound";
  campaign: {
    _id: string;
    name: string;
    status: "draft" | "running" | "paused" | "ended";
  };
  campaign_id: string;
  /** When it was first canceled. */
  cancel_requested_at: string | null;
  /**
   * ISO 8601 UTC, such as 2026-11-21T09:00:00.000Z.
   * @format date-time
   */
  created_at: string;
  /** What the caller sent, `phone_number` in E.164. */
  customer: Partial<Record<string, string | number | boolean>>;
  /** The person with the number. */
  customer_profile_id: string | null;
  /** Null where nothing failed. */
  error: {
    /** What the carrier’s code is about; null without a code, and for one that is not listed. */
    about: "number" | "account" | "rate" | "fault" | null;
    /** The carrier’s own code, where it gave one. */
    code: string | null;
    /** The same in plain words. */
    reason: string | null;
  } | null;
  moves: {
    /** Null for the first. */
    from_state:
      | "waiting"
      | "dialling"
      | "unresolved"
      | "ringing"
      | "live"
      | "completed"
      | "voicemail"
      | "no_answer"
      | "busy"
      | "failed"
      | "canceled"
      | "expired"
      | null;
    /**
     * ISO 8601 UTC, such as 2026-11-21T09:00:00.000Z.
     * @format date-time
     */
    moved_at: string;
    /** A few words. */
    reason: string;
    /** The reason as a word that stays. */
    reason_code:
      | "placed"
      | "caller_connected"
      | "caller_turned_away"
      | "started_at_once"
      | "claimed"
      | "retry"
      | "not_placed"
      | "campaign_paused"
      | "carrier_silent"
      | "carrier_report"
      | "carrier_rejected"
      | "carrier_lost_call"
      | "canceled"
      | "do_not_call"
      | "guard"
      | "hours_closed"
      | "too_late"
      | "database_held"
      | "account_unusable"
      | "callee_zone_unknown"
      | "campaign_ended"
      | "campaign_not_ready"
      | "other";
    to_state:
      | "waiting"
      | "dialling"
      | "unresolved"
      | "ringing"
      | "live"
      | "completed"
      | "voicemail"
      | "no_answer"
      | "busy"
      | "failed"
      | "canceled"
      | "expired";
  }[];
  /** The number of the person, E.164; null for a caller who withholds it. */
  phone_number: string | null;
  /** The endpoint, `trigger-call` or `calls`; `caller`: the person called a caller ID. */
  placed_by: "trigger" | "queue" | "caller";
  state:
    | "waiting"
    | "dialling"
    | "unresolved"
    | "ringing"
    | "live"
    | "completed"
    | "voicemail"
    | "no_answer"
    | "busy"
    | "failed"
    | "canceled"
    | "expired";
  /**
   * ISO 8601 UTC, such as 2026-11-21T09:00:00.000Z.
   * @format date-time
   */
  state_since: string;
  waiting: {
    /** What ends the wait, as a sentence. */
    ends_when: string;
    /** The guard that holds it, where the reason is `guard` (docs/guards.md). Null otherwise. */
    guard:
      | "dials_a_day"
      | "minutes_a_day"
      | "spend_a_day"
      | "number_dials_a_day"
      | "number_dials_a_week"
      | "block_dials_an_hour"
      | null;
    /**
     * Among the waiting calls of the campaign; 1 came first.
     * @min 1
     * @max 9007199254740991
     */
    place: number;
    /** What keeps it from being dialed now; the first reason if there are several. */
    reason:
      | "paused"
      | "hours"
      | "slot"
      | "number"
      | "retry"
      | "carrier_rate"
      | "guard";
    /**
     * Since when it waits.
     * @format date-time
     */
    since: string;
    /** The time zone that opens last, where the reason is `hours`. Null otherwise. */
    timezone: string | null;
    /** When the reason ends; null where that depends on other calls, on a release, or on wider guards. */
    until: string | null;
  } | null;
}

/** A message with its history and what it belongs to. */
export interface ProjectWholeMessage {
  _id: string;
  broadcast_id: string;
  broadcast_name: string;
  conversation_id: string | null;
  /**
   * ISO 8601 UTC, such as 2026-11-21T09:00:00.000Z.
   * @format date-time
   */
  created_at: string;
  /** The name of the person’s profile. */
  customer_name: string | null;
  customer_profile_id: string | null;
  /** Why the message failed. */
  error: {
    /** What the failure is about, by WhatsApp’s code. */
    about:
      | "recipient"
      | "message"
      | "template"
      | "sender"
      | "window"
      | "opt_out"
      | "quota"
      | null;
    /** WhatsApp’s error code. */
    code: string | null;
    reason: string;
  } | null;
  /** What the recipient saw, by the request and today’s template; null where that is not known. */
  preview: MessagePreview | null;
  provider_message_id: string | null;
  /** The body of the request that sent it. */
  request: Partial<Record<string, unknown>>;
  /** The failed message that it was sent again for. */
  resend_of: string | null;
  resend_of_status:
    | "processing"
    | "unresolved"
    | "sent"
    | "delivered"
    | "read"
    | "failed"
    | null;
  /** The message that it was sent again as. */
  resent_as: string | null;
  resent_as_status:
    | "processing"
    | "unresolved"
    | "sent"
    | "delivered"
    | "read"
    | "failed"
    | null;
  /** What it takes of the plan: `reserved` until its outcome is known, then `consumed` or `released`. */
  send: "reserved" | "consumed" | "released";
  /** Sends of the plan that it cost: 1 if WhatsApp accepted it, 0 if not, null while that is unknown. */
  sends: number | null;
  /** Set if somebody settled the message. */
  settled: {
    by: string;
    why: string;
  } | null;
  /** `processing`: the message is being sent to WhatsApp; `unresolved`: it is unknown whether WhatsApp has it. */
  status:
    | "processing"
    | "unresolved"
    | "sent"
    | "delivered"
    | "read"
    | "failed";
  /**
   * ISO 8601 UTC, such as 2026-11-21T09:00:00.000Z.
   * @format date-time
   */
  status_since: string;
  statuses: {
    /**
     * ISO 8601 UTC, such as 2026-11-21T09:00:00.000Z.
     * @format date-time
     */
    at: string;
    error: {
      /** WhatsApp’s error code. */
      code: string | null;
      reason: string;
    } | null;
    status:
      | "processing"
      | "unresolved"
      | "sent"
      | "delivered"
      | "read"
      | "failed";
  }[];
  /** E.164, or the WhatsApp user id of a person whose number is unknown. */
  to: string;
  type: string;
  whatsapp_sender_id: string;
}

/** An account at a provider, as it is known without asking the provider. */
export interface ProviderAccount {
  _id: string;
  kind: "voice_carrier" | "whatsapp_sender";
  name: string;
  organization: string;
  organization_id: string;
  project: string;
  project_id: string;
  /** The same in English; null where there is no reason. */
  reason: string | null;
  /** Since when that is known. */
  since: string | null;
  /** `held`: it takes no calls for now. `unknown`: the provider was not reached. `unchecked`: nobody has asked it. */
  state: "works" | "held" | "failed" | "disconnected" | "unknown" | "unchecked";
  /** Until when a held one takes no calls. */
  until: string | null;
}

export interface RecoveryCodes {
  /** Each is good once, in the place of a code of the app. They are shown this once. */
  recovery_codes: string[];
}

export interface RemovedWebhookEndpoint {
  _id: string;
}

export interface ResendWebhookDeliveriesInput {
  /**
   * Only counts them.
   * @default false
   */
  dry_run?: boolean;
  /**
   * As `filters` of the list of deliveries; without it, all deliveries.
   * @default {}
   */
  filters?: Partial<Record<string, unknown>>;
}

export interface ResentWebhookDeliveries {
  /**
   * The deliveries that the filter means; those under way do not count.
   * @min -9007199254740991
   * @max 9007199254740991
   */
  count: number;
  /** Null: none is sent again. */
  resend_id: string | null;
}

export interface ResentWebhookDelivery {
  /** False: it is being sent at this moment. */
  queued: boolean;
}

export interface RotatedApiKey {
  made: MadeApiKey;
  /** A key, without its value. */
  replaced: ApiKey;
}

export interface RotatedWebhookSecret {
  /** Null: the former secret signs no more. */
  old_secret_until: string | null;
  /** The new secret, which is shown this once. */
  secret: string;
}

/** What a script would speak. */
export interface ScriptPreview {
  fault: string | null;
  /** Those that the sample customer lacks; they are empty in the text. */
  missing: string[];
  /** What is spoken; null if the script can not be read. */
  text: string | null;
  /** Other values that the script reads; a call has none of them. */
  unknown: string[];
  /** The customer variables that the script names. */
  variables: string[];
}

/** What one rule says of a send. */
export interface SendCheck {
  /** The refusal that a send would get; a code of docs/errors.md. */
  code: string | null;
  message: string | null;
  /** `request`: whether the body is whole and well formed. */
  rule:
    | "request"
    | "resend"
    | "plan"
    | "sender"
    | "template"
    | "content"
    | "window"
    | "opt_out";
  /** `not_judged`: it depends on a field that is missing or wrong. */
  state: "passes" | "refuses" | "not_judged";
}

/** WhatsApp's answer about a number, in WhatsApp's words. */
export type SenderCheck =
  | {
      /** `AVAILABLE`, `LIMITED` or `BLOCKED`: the number, its account and its business together. */
      health: string | null;
      kind: "found";
      /** How many people a day may be written to first, such as `TIER_10K`. */
      messaging_limit: string | null;
      /** Whether WhatsApp has approved the name. */
      name_status: string | null;
      /** `GREEN`, `YELLOW`, `RED` or `UNKNOWN`. */
      quality: string | null;
      /** `CONNECTED` if it can send; else `PENDING`, `FLAGGED`, `RESTRICTED`, `BANNED` and others. */
      status: string | null;
      /** `STANDARD` (80 messages a second) or `HIGH` (1,000). */
      throughput: string | null;
      /** The name that people see. */
      verified_name: string | null;
    }
  | {
      code: string;
      kind: "refused";
      reason: string;
    }
  | {
      code: string | null;
      kind: "unavailable";
      reason: string;
    };

/** What moved when a merge was undone. */
export interface SeparatedProfiles {
  /** False: a dry run, or they were separated before; then this is what moved. */
  changed: boolean;
  /**
   * How many contacts moved to it.
   * @min 0
   * @max 9007199254740991
   */
  contacts: number;
  /**
   * How many conversations moved to it.
   * @min 0
   * @max 9007199254740991
   */
  conversations: number;
  /** Its display id: the one that it had, or a new one if somebody else has that by now. */
  display_id: string;
  /**
   * How many channel identities moved to it.
   * @min 0
   * @max 9007199254740991
   */
  identities: number;
  /** Id of the profile that comes back. */
  merged_id: string;
  /**
   * How many messages moved to it.
   * @min 0
   * @max 9007199254740991
   */
  messages: number;
  /** Names of the properties that went with it. */
  properties: string[];
  /** Id of the profile that the other one was merged into. */
  survivor_id: string;
  /**
   * How many tickets moved to it.
   * @min 0
   * @max 9007199254740991
   */
  tickets: number;
}

/** A merge to undo. */
export interface SeparationInput {
  /**
   * Which of the two gets a contact, such as `{ "email:ada@example.com": "survivor" }`; with a `phone` go the identities of that number. What is not named goes back to the profile that had it.
   * @default {}
   */
  contacts?: Record<string, "survivor" | "merged">;
  /**
   * True: changes nothing; the answer is what would move.
   * @default false
   */
  dry_run?: boolean;
  /** Id of the profile to bring back, one of its merges. */
  merged_id: string;
}

/** A browser that is signed in. */
export interface Session {
  _id: string;
  /**
   * ISO 8601 UTC, such as 2026-11-21T09:00:00.000Z.
   * @format date-time
   */
  created_at: string;
  /**
   * If nothing is requested until then.
   * @format date-time
   */
  ends_at: string;
  /** Whether it is that of this request. */
  is_current: boolean;
  /**
   * The last request, to the minute.
   * @format date-time
   */
  seen_at: string;
  /** What the browser says that it is. */
  user_agent: string | null;
}

export interface SignInInputInput {
  /**
   * Required of users with a second factor: the six digits of their app, or a recovery code.
   * @maxLength 40
   */
  code?: string;
  /** @maxLength 254 */
  email: string;
  /**
   * @minLength 1
   * @maxLength 1024
   */
  password: string;
}

/** The person who is signed in, and how. */
export interface SignedIn {
  _id: string;
  /** Until when the password is not asked again; null with a personal token. */
  confirmed_until: string | null;
  /**
   * ISO 8601 UTC, such as 2026-11-21T09:00:00.000Z.
   * @format date-time
   */
  created_at: string;
  email: string;
  /** An operator of the installation is an owner of every organization. */
  is_operator: boolean;
  /** BCP 47; null: what the browser asks for. */
  language: string | null;
  name: string;
  /** Whether the service is reached over http from other machines, where others can read along. */
  plain_http: boolean;
  /** Null: signing in asks for the password alone. */
  second_factor: {
    /**
     * @min 0
     * @max 9007199254740991
     */
    recovery_codes_left: number;
    /**
     * ISO 8601 UTC, such as 2026-11-21T09:00:00.000Z.
     * @format date-time
     */
    since: string;
  } | null;
  /** Null: what the system asks for. */
  theme: "light" | "dark" | null;
  /** IANA name; null: that of the browser. */
  timezone: string | null;
  /** The most that the personal token may do; null in a session. */
  token_role: "viewer" | "editor" | "admin" | "owner" | "operator" | null;
  /**
   * ISO 8601 UTC, such as 2026-11-21T09:00:00.000Z.
   * @format date-time
   */
  updated_at: string;
}

/** A source of the project’s knowledge base. */
export interface Source {
  _id: string;
  /** The running or else the last crawl of a domain. */
  crawl: {
    _id: string;
    /**
     * Bytes read from the site.
     * @min 0
     * @max 9007199254740991
     */
    bytes: number;
    /** What went wrong, in words. */
    error: string | null;
    /**
     * Pages that could not be fetched.
     * @min 0
     * @max 9007199254740991
     */
    failed: number;
    /**
     * Requests for pages.
     * @min 0
     * @max 9007199254740991
     */
    fetched: number;
    /** ISO 8601 UTC, such as 2026-11-21T09:00:00.000Z. */
    finished_at: string | null;
    /**
     * URLs of the domain that the crawl found: the sum of those below and those that wait.
     * @min 0
     * @max 9007199254740991
     */
    found: number;
    /**
     * Pages that do not exist, as the server answered.
     * @min 0
     * @max 9007199254740991
     */
    gone: number;
    /**
     * Pages that are new in the index or have changed.
     * @min 0
     * @max 9007199254740991
     */
    indexed: number;
    /**
     * URLs that were excluded; the list of URLs gives the reason of each.
     * @min 0
     * @max 9007199254740991
     */
    skipped: number;
    /** ISO 8601 UTC, such as 2026-11-21T09:00:00.000Z. */
    started_at: string | null;
    state:
      | "waiting"
      | "running"
      | "finished"
      | "failed"
      | "cancelled"
      | "superseded";
    /** The limit that ended it; null where none did. */
    stopped_by:
      | "max_pages"
      | "quota"
      | "requests"
      | "bytes"
      | "time"
      | "silence"
      | null;
    /**
     * Pages that are in the index and have not changed.
     * @min 0
     * @max 9007199254740991
     */
    unchanged: number;
    /** `host`: another crawl of the organization uses the host; `worker`: no worker has taken it yet. Null where it does not wait. */
    waits_for: "host" | "worker" | null;
    /** ISO 8601 UTC, such as 2026-11-21T09:00:00.000Z. */
    waits_since: string | null;
  } | null;
  /** Null unless the source is a domain. */
  crawler: "crawler_a" | "crawler_b" | null;
  /** Null unless the source is a domain. */
  crawling_strategy: "sitemap" | "deep_crawl" | null;
  /**
   * ISO 8601 UTC, such as 2026-11-21T09:00:00.000Z.
   * @format date-time
   */
  created_at: string;
  /** Who added it: a key, a person in the dashboard, or the operator by a command. */
  created_by:
    | {
        _id: string;
        kind: "api_key";
        name: string;
      }
    | {
        _id: string;
        kind: "person";
        name: string;
      }
    | {
        kind: "operator";
      };
  /** What is crawled; null unless the source is a domain. */
  domain: string | null;
  /** Null unless the source is a domain. */
  exclude_patterns: string[] | null;
  /** Bytes; null unless the source is a file. */
  file_size: number | null;
  /** MIME type; null unless the source is a file. */
  file_type: string | null;
  /** Null unless the source is a domain. */
  frequency_days: number | null;
  /** Null unless the source is a domain. */
  include_patterns: string[] | null;
  /** ISO 8601 UTC, such as 2026-11-21T09:00:00.000Z. */
  last_crawled_at: string | null;
  /** Null unless the source is a domain. */
  max_depth: number | null;
  /** Null unless the source is a domain. */
  max_pages: number | null;
  name: string;
  /** ISO 8601 UTC, such as 2026-11-21T09:00:00.000Z. */
  next_crawl_at: string | null;
  /**
   * Pages in the index.
   * @min 0
   * @max 9007199254740991
   */
  page_count: number;
  source_type: "files" | "urls" | "domains";
  /** What went wrong in the last crawl, in words. */
  sync_error: string | null;
  /** `partial`: some pages failed, or were not found and are kept. */
  sync_status: "pending" | "syncing" | "success" | "partial" | "failed";
  /**
   * ISO 8601 UTC, such as 2026-11-21T09:00:00.000Z.
   * @format date-time
   */
  updated_at: string;
}

/** What a sync of one sender has done. */
export interface SyncedTemplates {
  added: string[];
  changed: string[];
  /** WhatsApp's code, if it failed with one. */
  code: string | null;
  /** Templates that WhatsApp no longer has. */
  disabled: string[];
  name: string;
  /** If it is too soon: when they were read. */
  read_at: string | null;
  /** Why it failed; nothing was changed then. */
  reason: string | null;
  /** `too_soon`: its templates were read a moment ago. `same_account`: another sender of the account was read. `later`: the request took too long, the job goes on. */
  status:
    | "synced"
    | "failed"
    | "too_soon"
    | "disconnected"
    | "same_account"
    | "later";
  /**
   * @min -9007199254740991
   * @max 9007199254740991
   */
  unchanged: number;
  whatsapp_sender_id: string;
}

export interface TemplateSyncInput {
  /**
   * Only this sender; null: every one of the project.
   * @default null
   */
  whatsapp_sender_id?: string | null;
}

/** Why messages of a broadcast are refused, or would be. */
export interface TemplateTrouble {
  code:
    | "template_disabled"
    | "template_rejected"
    | "template_paused"
    | "template_pending"
    | "other_account"
    | "unsendable"
    | "refused_by_whatsapp"
    | "variables_differ";
  /**
   * Messages that WhatsApp has refused for it, of the newest 50.
   * @min -9007199254740991
   * @max 9007199254740991
   */
  count: number;
  /** Values that the template needs and the newest message lacks. */
  missing: string[];
  /** Says it in English, or in WhatsApp's words. */
  reason: string | null;
  /** Null: not known. */
  since: string | null;
  /** Values of the newest message that the template does not have. */
  unknown: string[];
  /** When WhatsApp lifts it by itself; null: not known, or somebody must mend it. */
  until: string | null;
  /** WhatsApp's word or code. */
  whatsapp_code: string | null;
}

export interface TestedWebhookEndpoint {
  /** Whether a delivery with this answer would be delivered. */
  accepted: boolean;
  /** The first 1,024 bytes of the answer. Null: the endpoint did not answer. */
  answer: string | null;
  /**
   * @min -9007199254740991
   * @max 9007199254740991
   */
  milliseconds: number;
  /** Why it is not accepted; null: it is. */
  reason: string | null;
  /** The HTTP status of the answer. Null: the endpoint did not answer. */
  status: number | null;
  /** The `webhook-id` of the request. */
  webhook_id: string;
}

/** A note that somebody has to look after a conversation. */
export interface Ticket {
  _id: string;
  /** The channel that it counts for. */
  channel_type: "voice" | "whatsapp" | "web" | "telegram";
  /** ISO 8601 UTC, such as 2026-11-21T09:00:00.000Z. */
  closed_at: string | null;
  closed_by_name: string | null;
  closing_note: string | null;
  conversation_id: string | null;
  /**
   * ISO 8601 UTC, such as 2026-11-21T09:00:00.000Z.
   * @format date-time
   */
  created_at: string;
  /** The person that it is about; null where none is known. */
  customer: PersonLabel | null;
  customer_profile_id: string | null;
  /** `operator`: a user, or a command. Null for imported tickets. */
  opened_by: "workflow" | "keyword" | "operator" | "agent" | null;
  /** The user, or the account and host of a command. */
  opened_by_name: string | null;
  /** `open` or `closed`; imported tickets may have any status. */
  status: string;
  subject: string | null;
}

/** Something that happened with a person. */
export interface TimelineEntry {
  /** Unique within the timeline. */
  _id: string;
  /** The number or id that it was with. */
  address: string | null;
  /**
   * ISO 8601 UTC, such as 2026-11-21T09:00:00.000Z.
   * @format date-time
   */
  at: string;
  broadcast_id: string | null;
  /** Who did it, where a name is known. */
  by: string | null;
  call_id: string | null;
  campaign_name: string | null;
  channel_type: "voice" | "whatsapp" | "web" | "telegram" | null;
  conversation_id: string | null;
  /** `inbound` or `outbound`. */
  direction: string | null;
  duration_seconds: number | null;
  error_code: string | null;
  error_reason: string | null;
  kind:
    | "call"
    | "chat"
    | "message"
    | "ticket_opened"
    | "ticket_closed"
    | "opted_out"
    | "opted_in"
    | "merged";
  message_id: string | null;
  /** The profile that was merged into this one. */
  profile_id: string | null;
  /** The state of a call, the delivery of a message, the scope of an opt-out. */
  status: string | null;
  /** The beginning of a message, the subject of a ticket or its closing note, why somebody opted out. */
  text: string | null;
  ticket_id: string | null;
  /** The type of a message; who opened a ticket; whether the person, Meta or an operator opted out. */
  type: string | null;
}

/** What needs a person, and how today compares. */
export interface Today {
  /**
   * ISO 8601 UTC, such as 2026-11-21T09:00:00.000Z.
   * @format date-time
   */
  at: string;
  /** Null: the project is not the demo, which places calls while somebody watches. */
  demo: {
    places_calls: boolean;
  } | null;
  /** What is done on the way to a first call and a first message. */
  first_steps: {
    voice: {
      /** True where a call was placed; in the demo, one that a person has placed. */
      call: boolean;
      caller_id: boolean;
      campaign: boolean;
      carrier: boolean;
    };
    whatsapp: {
      broadcast: boolean;
      /** True where a message was sent; in the demo, one that is not of its history. */
      message: boolean;
      sender: boolean;
      /** An approved one. */
      template: boolean;
    };
  };
  /** What needs a person; empty where all is well. */
  needs: {
    code:
      | "database_held"
      | "calls_unresolved"
      | "messages_unresolved"
      | "campaigns_paused"
      | "campaigns_not_ready"
      | "templates_stopped"
      | "sources_failed"
      | "carriers_refused"
      | "carriers_paused"
      | "senders_at_fault"
      | "plan_inactive"
      | "sends_nearly_used"
      | "links_nearly_used";
    /**
     * At most 1,000.
     * @min 1
     * @max 9007199254740991
     */
    count: number;
    /** The first 20. */
    ids: string[];
    /** Whether there may be more than `count` says. */
    is_more: boolean;
    /** When the first of them began to need it. Null: that is not known. */
    since: string | null;
  }[];
  plan: {
    /**
     * @min -9007199254740991
     * @max 9007199254740991
     */
    links: number;
    /**
     * @min -9007199254740991
     * @max 9007199254740991
     */
    links_used: number;
    plan_status: string;
    /**
     * @min -9007199254740991
     * @max 9007199254740991
     */
    sends: number;
    /**
     * @min -9007199254740991
     * @max 9007199254740991
     */
    sends_used: number;
  };
  /** The project’s; days are days of it. */
  timezone: string;
  today: {
    /** Those that began in the span. */
    conversations: {
      channel_type: "voice" | "whatsapp" | "web" | "telegram";
      /**
       * @min 1
       * @max 9007199254740991
       */
      conversations: number;
      status:
        | "initiated"
        | "ringing"
        | "live"
        | "completed"
        | "no_answer"
        | "busy"
        | "failed"
        | "canceled";
    }[];
    /**
     * ISO 8601 UTC, such as 2026-11-21T09:00:00.000Z.
     * @format date-time
     */
    from: string;
    /**
     * Excluded.
     * @format date-time
     */
    to: string;
  };
  /** The same weekday before, until the same time of day. */
  week_before: {
    /** Those that began in the span. */
    conversations: {
      channel_type: "voice" | "whatsapp" | "web" | "telegram";
      /**
       * @min 1
       * @max 9007199254740991
       */
      conversations: number;
      status:
        | "initiated"
        | "ringing"
        | "live"
        | "completed"
        | "no_answer"
        | "busy"
        | "failed"
        | "canceled";
    }[];
    /**
     * ISO 8601 UTC, such as 2026-11-21T09:00:00.000Z.
     * @format date-time
     */
    from: string;
    /**
     * Excluded.
     * @format date-time
     */
    to: string;
  };
}

/** What happens at the step that waits. */
export type TrialInput =
  | {
      kind: "speech";
      /**
       * What the customer says.
       * @maxLength 1000
       */
      text: string;
    }
  | {
      /** @pattern ^[0-9*#]{1,32}$ */
      digits: string;
      kind: "keys";
    }
  | {
      kind: "silence";
    }
  | {
      kind: "transfer_ended";
      status: "completed" | "busy" | "no_answer" | "failed";
    }
  | {
      kind: "agent_ended";
      outcome: "ended" | "transferred" | "opted_out" | "limit" | "failed";
    };

/** What happens at the step that waits. */
export type TrialInputInput =
  | {
      kind: "speech";
      /**
       * What the customer says.
       * @maxLength 1000
       */
      text: string;
    }
  | {
      /** @pattern ^[0-9*#]{1,32}$ */
      digits: string;
      kind: "keys";
    }
  | {
      kind: "silence";
    }
  | {
      kind: "transfer_ended";
      status: "completed" | "busy" | "no_answer" | "failed";
    }
  | {
      kind: "agent_ended";
      outcome: "ended" | "transferred" | "opted_out" | "limit" | "failed";
    };

export interface TrialOfWorkflowInput {
  /**
   * A sample customer.
   * @default {}
   */
  customer?: Partial<Record<string, string | number | boolean>>;
  /** The workflow, stored or not. */
  definition: Partial<Record<string, unknown>>;
  /**
   * All inputs so far, in order.
   * @maxItems 50
   * @default []
   */
  inputs?: TrialInputInput[];
}

/** A call that the carrier has taken. */
export interface TriggeredCall {
  /** The same id, under its other name. */
  campaign_call_id: string;
  /** Id of the call. */
  campaign_queue_id: string;
  /** Confirmation that names the dialed number. */
  message: string;
  success: true;
}

/** A domain to crawl. */
export interface UploadDomainInput {
  /**
   * `crawler_a` reads pages as the server sends them; `crawler_b` renders them in a browser.
   * @default "crawler_a"
   */
  crawler?: "crawler_a" | "crawler_b";
  /**
   * `deep_crawl` follows links from the start; `sitemap` takes the URLs in the sitemaps of the site.
   * @default "deep_crawl"
   */
  crawling_strategy?: "sitemap" | "deep_crawl";
  /** The domain to crawl: `example.com`, `example.com/docs` or a URL. A path limits the crawl to pages below it. */
  domain: string;
  /**
   * URLs that match one of them are not crawled.
   * @maxItems 100
   * @default []
   */
  exclude_patterns?: string[];
  /**
   * Days until the next crawl.
   * @min 1
   * @max 365
   * @default 30
   */
  frequency_days?: number;
  /**
   * Only URLs that match one of them are crawled. A pattern is a glob for the whole URL (for the path where it begins with `/`), or a regular expression, between slashes or with signs that globs do not have.
   * @maxItems 100
   * @default []
   */
  include_patterns?: string[];
  /**
   * Links from the start at most.
   * @min 1
   * @max 10
   * @default 3
   */
  max_depth?: number;
  /**
   * Indexed pages at most.
   * @min 1
   * @max 1000
   * @default 50
   */
  max_pages?: number;
}

/** A personal token, without its value. */
export interface UserToken {
  _id: string;
  /**
   * ISO 8601 UTC, such as 2026-11-21T09:00:00.000Z.
   * @format date-time
   */
  created_at: string;
  /**
   * ISO 8601 UTC, such as 2026-11-21T09:00:00.000Z.
   * @format date-time
   */
  ends_at: string;
  /** Exact to the minute. */
  last_used_at: string | null;
  name: string;
  /** What it begins with. */
  prefix: string;
  /** The most that it may do; it never may more than you. */
  role: "viewer" | "editor" | "admin" | "owner" | "operator";
}

/** Voice conversations that match, in all and by day. */
export interface VoiceAnalytics {
  /** A key for each day that has a conversation. */
  daily_conversations: Partial<Record<string, number>>;
  /** Seconds, for the same days. */
  daily_durations: Partial<Record<string, number>>;
  summary: {
    /** Seconds, over those that have a duration; 0 if none has. */
    avg_duration: number;
    /**
     * @min -9007199254740991
     * @max 9007199254740991
     */
    completed_conversations: number;
    /**
     * @min -9007199254740991
     * @max 9007199254740991
     */
    live_conversations: number;
    /**
     * @min -9007199254740991
     * @max 9007199254740991
     */
    total_conversations: number;
    /** Seconds. */
    total_duration: number;
  };
}

/** The fields that change (RFC 7396). A null returns a field to its default. Lists are replaced as a whole. */
export interface VoiceCarrierPatchInput {
  account_sid?: string;
  /** Null: that of the carrier. */
  api_url?: string | null;
  /** Never shown; left out, the stored one stays. */
  auth_token?: string;
  calls_per_second?: number;
  kind?: "twilio";
  name?: string;
  /**
   * @min -9007199254740991
   * @max 9007199254740991
   */
  unknown_grace_seconds?: number;
}

/** Calls of a span of days, beside the span before. */
export interface VoiceSeries {
  /**
   * When it was counted.
   * @format date-time
   */
  at: string;
  by: "day" | "week" | "month";
  /** The sums of the points that are over, beside their counterparts: these can be compared. */
  finished: {
    /**
     * @min -9007199254740991
     * @max 9007199254740991
     */
    points: number;
    totals: {
      /** `answered` of `calls`, from 0 to 1; null without calls. */
      answer_rate: number | null;
      /**
       * Those of them that are `live` or `completed`.
       * @min 0
       * @max 9007199254740991
       */
      answered: number;
      /**
       * Calls that were dialed or came in.
       * @min 0
       * @max 9007199254740991
       */
      calls: number;
      /** @min 0 */
      talk_seconds: number;
    };
    totals_before: {
      /** `answered` of `calls`, from 0 to 1; null without calls. */
      answer_rate: number | null;
      /**
       * Those of them that are `live` or `completed`.
       * @min 0
       * @max 9007199254740991
       */
      answered: number;
      /**
       * Calls that were dialed or came in.
       * @min 0
       * @max 9007199254740991
       */
      calls: number;
      /** @min 0 */
      talk_seconds: number;
    };
  };
  from: string;
  parts: {
    /** `answered` of `calls`, from 0 to 1; null without calls. */
    answer_rate: number | null;
    /**
     * Those of them that are `live` or `completed`.
     * @min 0
     * @max 9007199254740991
     */
    answered: number;
    /**
     * Calls that were dialed or came in.
     * @min 0
     * @max 9007199254740991
     */
    calls: number;
    key: string;
    /** The campaign’s name. */
    name: string | null;
    /** @min 0 */
    talk_seconds: number;
  }[];
  points: {
    /** `answered` of `calls`, from 0 to 1; null without calls. */
    answer_rate: number | null;
    /**
     * Those of them that are `live` or `completed`.
     * @min 0
     * @max 9007199254740991
     */
    answered: number;
    /** The counterpart in the span before. */
    before: {
      /** `answered` of `calls`, from 0 to 1; null without calls. */
      answer_rate: number | null;
      /**
       * Those of them that are `live` or `completed`.
       * @min 0
       * @max 9007199254740991
       */
      answered: number;
      /**
       * Calls that were dialed or came in.
       * @min 0
       * @max 9007199254740991
       */
      calls: number;
      /**
       * Excluded.
       * @format date-time
       */
      ends_at: string;
      /** The first day. */
      from: string;
      /**
       * ISO 8601 UTC, such as 2026-11-21T09:00:00.000Z.
       * @format date-time
       */
      starts_at: string;
      /** @min 0 */
      talk_seconds: number;
      /** The last day, included. */
      to: string;
    };
    /**
     * Calls that were dialed or came in.
     * @min 0
     * @max 9007199254740991
     */
    calls: number;
    /**
     * Excluded.
     * @format date-time
     */
    ends_at: string;
    /** The first day. */
    from: string;
    /** False while more can be added. */
    is_over: boolean;
    /** In the order of `parts` below; empty without a split. */
    parts?: {
      /** `answered` of `calls`, from 0 to 1; null without calls. */
      answer_rate: number | null;
      /**
       * Those of them that are `live` or `completed`.
       * @min 0
       * @max 9007199254740991
       */
      answered: number;
      /**
       * Calls that were dialed or came in.
       * @min 0
       * @max 9007199254740991
       */
      calls: number;
      key: string;
      /** @min 0 */
      talk_seconds: number;
    }[];
    /**
     * ISO 8601 UTC, such as 2026-11-21T09:00:00.000Z.
     * @format date-time
     */
    starts_at: string;
    /** @min 0 */
    talk_seconds: number;
    /** The last day, included. */
    to: string;
  }[];
  timezone: string;
  to: string;
  totals: {
    /** `answered` of `calls`, from 0 to 1; null without calls. */
    answer_rate: number | null;
    /**
     * Those of them that are `live` or `completed`.
     * @min 0
     * @max 9007199254740991
     */
    answered: number;
    /**
     * Calls that were dialed or came in.
     * @min 0
     * @max 9007199254740991
     */
    calls: number;
    /** @min 0 */
    talk_seconds: number;
  };
  totals_before: {
    /** `answered` of `calls`, from 0 to 1; null without calls. */
    answer_rate: number | null;
    /**
     * Those of them that are `live` or `completed`.
     * @min 0
     * @max 9007199254740991
     */
    answered: number;
    /**
     * Calls that were dialed or came in.
     * @min 0
     * @max 9007199254740991
     */
    calls: number;
    /** @min 0 */
    talk_seconds: number;
  };
}

/** An event on its way to an endpoint. */
export interface WebhookDelivery {
  /** The `webhook-id` of its requests, and the id of its event. */
  _id: string;
  /** The delivery of the same subject that has to end first, with `order: by_subject`; null: none. */
  behind: string | null;
  /**
   * ISO 8601 UTC, such as 2026-11-21T09:00:00.000Z.
   * @format date-time
   */
  created_at: string;
  /** Why the last try failed. Null: it did not fail, or there was no try. */
  last_reason: string | null;
  /** The HTTP status of the last try. Null: the endpoint did not answer it, or there was no try. */
  last_status: number | null;
  /** When it is sent next; null: it is under way, waits behind another, or is not sent any more. */
  next_at: string | null;
  /** Whether somebody had it sent again after it was delivered or exhausted. */
  resent: boolean;
  /** `exhausted`: ten tries have failed. `held`: the endpoint was disabled. */
  state: "waiting" | "sending" | "delivered" | "exhausted" | "held";
  subject_id: string;
  /** What the event is about, such as `call`. */
  subject_kind: string;
  /**
   * @min -9007199254740991
   * @max 9007199254740991
   */
  tries: number;
  type: string;
}

export interface WebhookDeliveryDetail {
  /** The `webhook-id` of its requests, and the id of its event. */
  _id: string;
  /** The last 100, the newest first. */
  attempts: {
    /** The first 1,024 bytes of the answer. Null: the endpoint did not answer. */
    answer: string | null;
    /**
     * ISO 8601 UTC, such as 2026-11-21T09:00:00.000Z.
     * @format date-time
     */
    at: string;
    /**
     * @min -9007199254740991
     * @max 9007199254740991
     */
    milliseconds: number;
    /**
     * @min -9007199254740991
     * @max 9007199254740991
     */
    n: number;
    /** Why it failed; null: it was accepted. */
    reason: string | null;
    /** The HTTP status of the answer. Null: the endpoint did not answer. */
    status: number | null;
  }[];
  /** The delivery of the same subject that has to end first, with `order: by_subject`; null: none. */
  behind: string | null;
  /** What is sent. */
  body: string;
  /**
   * ISO 8601 UTC, such as 2026-11-21T09:00:00.000Z.
   * @format date-time
   */
  created_at: string;
  /** Why the last try failed. Null: it did not fail, or there was no try. */
  last_reason: string | null;
  /** The HTTP status of the last try. Null: the endpoint did not answer it, or there was no try. */
  last_status: number | null;
  /** When it is sent next; null: it is under way, waits behind another, or is not sent any more. */
  next_at: string | null;
  /** Whether somebody had it sent again after it was delivered or exhausted. */
  resent: boolean;
  /** `exhausted`: ten tries have failed. `held`: the endpoint was disabled. */
  state: "waiting" | "sending" | "delivered" | "exhausted" | "held";
  subject_id: string;
  /** What the event is about, such as `call`. */
  subject_kind: string;
  /**
   * @min -9007199254740991
   * @max 9007199254740991
   */
  tries: number;
  type: string;
}

/** The fields that change (RFC 7396). A null returns a field to its default. Lists are replaced as a whole. */
export interface WebhookEndpointPatchInput {
  /** `full`: with texts, such as the bodies of messages. */
  content?: "ids" | "full";
  name?: string;
  /** `by_subject`: the events of one call, message or person in order. */
  order?: "none" | "by_subject";
  /** The most deliveries in a second; null: no limit. */
  rate_per_second?: number | null;
  /** `whsec_` and base64. Left out, a new endpoint gets one. */
  secret?: string;
  /** Types of events such as `call.ended`, kinds such as `call.*`, or `*`. */
  types?: string[];
  /** An https address. `http` is only for hosts that the operator has named. */
  url?: string;
}

/** A request to send deliveries again. */
export interface WebhookResend {
  _id: string;
  /**
   * ISO 8601 UTC, such as 2026-11-21T09:00:00.000Z.
   * @format date-time
   */
  created_at: string;
  /**
   * How many deliveries the filter meant at the request.
   * @min 0
   * @max 9007199254740991
   */
  deliveries_count: number;
  /** As it was asked for; `{}`: all deliveries. */
  filters: Partial<Record<string, unknown>>;
  /** Null: not all of them wait yet. */
  finished_at: string | null;
  /**
   * How many of them wait to be sent again, or have been sent since.
   * @min 0
   * @max 9007199254740991
   */
  queued_count: number;
  /** The person, or the key by its name. */
  requested_by: string;
}

export interface WebhookSecretRotationInput {
  /**
   * How long the former secret signs beside the new one.
   * @min 0
   * @max 168
   * @default 24
   */
  keep_old_hours?: number;
}

/** A message of a broadcast’s history. */
export interface WhatsappMessage {
  _id: string;
  broadcast_id: string;
  conversation_id: string | null;
  /**
   * ISO 8601 UTC, such as 2026-11-21T09:00:00.000Z.
   * @format date-time
   */
  created_at: string;
  /** Why the message failed. */
  error: {
    /** WhatsApp’s error code. */
    code: string | null;
    reason: string;
  } | null;
  provider_message_id: string | null;
  /** Sends of the plan that it cost: 1 if WhatsApp accepted it, 0 if not, null while that is unknown. */
  sends: number | null;
  /** `processing`: the message is being sent to WhatsApp; `unresolved`: it is unknown whether WhatsApp has it. */
  status:
    | "processing"
    | "unresolved"
    | "sent"
    | "delivered"
    | "read"
    | "failed";
  /**
   * ISO 8601 UTC, such as 2026-11-21T09:00:00.000Z.
   * @format date-time
   */
  status_since: string;
  /** E.164, or the WhatsApp user id of a person whose number is unknown. */
  to: string;
  type: string;
}

/** A message with its request and all its statuses. */
export interface WhatsappMessageDetail {
  _id: string;
  broadcast_id: string;
  conversation_id: string | null;
  /**
   * ISO 8601 UTC, such as 2026-11-21T09:00:00.000Z.
   * @format date-time
   */
  created_at: string;
  /** Why the message failed. */
  error: {
    /** WhatsApp’s error code. */
    code: string | null;
    reason: string;
  } | null;
  provider_message_id: string | null;
  /** The body of the request that sent it. */
  request: Partial<Record<string, unknown>>;
  /** Sends of the plan that it cost: 1 if WhatsApp accepted it, 0 if not, null while that is unknown. */
  sends: number | null;
  /** Set if an operator settled the message. */
  settled: {
    by: string;
    why: string;
  } | null;
  /** `processing`: the message is being sent to WhatsApp; `unresolved`: it is unknown whether WhatsApp has it. */
  status:
    | "processing"
    | "unresolved"
    | "sent"
    | "delivered"
    | "read"
    | "failed";
  /**
   * ISO 8601 UTC, such as 2026-11-21T09:00:00.000Z.
   * @format date-time
   */
  status_since: string;
  statuses: {
    /**
     * ISO 8601 UTC, such as 2026-11-21T09:00:00.000Z.
     * @format date-time
     */
    at: string;
    error: {
      /** WhatsApp’s error code. */
      code: string | null;
      reason: string;
    } | null;
    /** `processing`: the message is being sent to WhatsApp; `unresolved`: it is unknown whether WhatsApp has it. */
    status:
      | "processing"
      | "unresolved"
      | "sent"
      | "delivered"
      | "read"
      | "failed";
  }[];
  /** E.164, or the WhatsApp user id of a person whose number is unknown. */
  to: string;
  type: string;
}

/** The state of a send. */
export interface WhatsappSendResult {
  broadcast_id: string;
  message_id: string;
  /** Null while it is unknown. */
  provider_message_id: string | null;
  /** `processing`: the message is being sent to WhatsApp; `unresolved`: it is unknown whether WhatsApp has it. */
  status:
    | "processing"
    | "unresolved"
    | "sent"
    | "delivered"
    | "read"
    | "failed";
  /** E.164, or the WhatsApp user id of a person whose number is unknown. */
  to: string;
  /** `template`, or the type of the request. */
  type: string;
}

/** The fields that change (RFC 7396). A null returns a field to its default. Lists are replaced as a whole. */
export interface WhatsappSenderPatchInput {
  /** Never shown; left out, the stored one stays. */
  access_token?: string;
  /** Null: that of WhatsApp's public API. */
  api_url?: string | null;
  /** Signs the webhooks of WhatsApp. Never shown. */
  app_secret?: string;
  /** The WhatsApp Business Account, which owns the templates. */
  business_account_id?: string;
  catalog_id?: string | null;
  /** E.164. */
  display_phone_number?: string;
  messages_per_second?: number;
  name?: string;
  /** WhatsApp's id of the number. */
  phone_number_id?: string;
  status?: "connected" | "disconnected";
  /** The word that is given to WhatsApp with the webhook's address. Never shown. */
  verify_token?: string;
}

/** A template of a WhatsApp account, in one language. */
export interface WhatsappTemplate {
  _id: string;
  category: "utility" | "marketing" | "authentication";
  /** The definition in WhatsApp's format. */
  components: unknown[];
  /**
   * ISO 8601 UTC, such as 2026-11-21T09:00:00.000Z.
   * @format date-time
   */
  created_at: string;
  /** Written as WhatsApp writes it, such as `en_US`. */
  language: string;
  /** Unique in the project. */
  name: string;
  /** WhatsApp's name for it, which all its languages share. */
  provider_name: string;
  /** `GREEN`, `YELLOW`, `RED` or `UNKNOWN`; null: not known. */
  quality: string | null;
  /** When the templates of its sender were last read. */
  read_at: string | null;
  /** Why the last reading failed. */
  read_fault: string | null;
  sender_name: string;
  status: "approved" | "pending" | "rejected" | "paused" | "disabled";
  /** WhatsApp's text about it. */
  status_explanation: string | null;
  /** WhatsApp's word for why, such as `ABUSIVE_CONTENT`. */
  status_reason: string | null;
  /** Null: since before this was kept. */
  status_since: string | null;
  /** When WhatsApp lifts a pause by itself; null: not known, or somebody must lift it. */
  status_until: string | null;
  /** Why it can not be sent from here, as a sentence. */
  unsendable: string | null;
  /**
   * ISO 8601 UTC, such as 2026-11-21T09:00:00.000Z.
   * @format date-time
   */
  updated_at: string;
  /** The names that `data` must have; null: not sendable. */
  variables: string[] | null;
  whatsapp_sender_id: string;
}

/** A template of a WhatsApp account, in one language. */
export interface WhatsappTemplateItem {
  _id: string;
  /**
   * How many broadcasts use it.
   * @min 0
   * @max 9007199254740991
   */
  broadcasts: number;
  category: "utility" | "marketing" | "authentication";
  /** The definition in WhatsApp's format. */
  components: unknown[];
  /**
   * ISO 8601 UTC, such as 2026-11-21T09:00:00.000Z.
   * @format date-time
   */
  created_at: string;
  /** Written as WhatsApp writes it, such as `en_US`. */
  language: string;
  /** Unique in the project. */
  name: string;
  /** WhatsApp's name for it, which all its languages share. */
  provider_name: string;
  /** `GREEN`, `YELLOW`, `RED` or `UNKNOWN`; null: not known. */
  quality: string | null;
  /** When the templates of its sender were last read. */
  read_at: string | null;
  /** Why the last reading failed. */
  read_fault: string | null;
  sender_name: string;
  status: "approved" | "pending" | "rejected" | "paused" | "disabled";
  /** WhatsApp's text about it. */
  status_explanation: string | null;
  /** WhatsApp's word for why, such as `ABUSIVE_CONTENT`. */
  status_reason: string | null;
  /** Null: since before this was kept. */
  status_since: string | null;
  /** When WhatsApp lifts a pause by itself; null: not known, or somebody must lift it. */
  status_until: string | null;
  /** Why it can not be sent from here, as a sentence. */
  unsendable: string | null;
  /**
   * ISO 8601 UTC, such as 2026-11-21T09:00:00.000Z.
   * @format date-time
   */
  updated_at: string;
  /** The names that `data` must have; null: not sendable. */
  variables: string[] | null;
  whatsapp_sender_id: string;
}

/** A call with its history. */
export interface WholeCall {
  /** Id of the call: its `campaign_queue_id`. */
  _id: string;
  /** Its attempts, oldest first; the last 500. */
  attempts: {
    _id: string;
    /** ISO 8601 UTC, such as 2026-11-21T09:00:00.000Z. */
    answered_at: string | null;
    /** The carrier’s word; null where no detection ran. */
    answered_by: string | null;
    /**
     * Counts from 1; one that was never placed leaves its number to the next.
     * @min 1
     * @max 9007199254740991
     */
    attempt_number: number;
    /** Null while the carrier has not named it. */
    carrier_call_sid: string | null;
    /** Null until the carrier has taken or refused it. */
    conversation_id: string | null;
    /**
     * ISO 8601 UTC, such as 2026-11-21T09:00:00.000Z.
     * @format date-time
     */
    created_at: string;
    /** Runs from the answer to the end; 0 where nobody answered. */
    duration_seconds: number | null;
    /** ISO 8601 UTC, such as 2026-11-21T09:00:00.000Z. */
    ended_at: string | null;
    /** Null where nothing failed. */
    error: {
      /** The carrier’s own code, where it gave one. */
      code: string | null;
      /** The same in plain words. */
      reason: string | null;
    } | null;
    state:
      | "dialling"
      | "unresolved"
      | "ringing"
      | "live"
      | "completed"
      | "no_answer"
      | "busy"
      | "failed"
      | "canceled"
      | "never_placed";
    /**
     * ISO 8601 UTC, such as 2026-11-21T09:00:00.000Z.
     * @format date-time
     */
    state_since: string;
  }[];
  /**
   * Attempts so far, without those that were never placed.
   * @min 0
   * @max 9007199254740991
   */
  attempts_count: number;
  /** `inbound`: the person called. */
  call_direction: "outbound" | "inbound";
  campaign_id: string;
  /** When it was first canceled. */
  cancel_requested_at: string | null;
  /**
   * ISO 8601 UTC, such as 2026-11-21T09:00:00.000Z.
   * @format date-time
   */
  created_at: string;
  /** What the caller sent, `phone_number` in E.164. */
  customer: Partial<Record<string, string | number | boolean>>;
  /** Null where nothing failed. */
  error: {
    /** The carrier’s own code, where it gave one. */
    code: string | null;
    /** The same in plain words. */
    reason: string | null;
  } | null;
  /** The changes of its state, oldest first; the last 500. */
  moves: {
    /** Null for the first. */
    from_state:
      | "waiting"
      | "dialling"
      | "unresolved"
      | "ringing"
      | "live"
      | "completed"
      | "voicemail"
      | "no_answer"
      | "busy"
      | "failed"
      | "canceled"
      | "expired"
      | null;
    /**
     * ISO 8601 UTC, such as 2026-11-21T09:00:00.000Z.
     * @format date-time
     */
    moved_at: string;
    /** A few words. */
    reason: string;
    to_state:
      | "waiting"
      | "dialling"
      | "unresolved"
      | "ringing"
      | "live"
      | "completed"
      | "voicemail"
      | "no_answer"
      | "busy"
      | "failed"
      | "canceled"
      | "expired";
  }[];
  /** The number of the person, E.164; null for a caller who withholds it. */
  phone_number: string | null;
  /** The endpoint, `trigger-call` or `calls`; `caller`: the person called a caller ID. */
  placed_by: "trigger" | "queue" | "caller";
  state:
    | "waiting"
    | "dialling"
    | "unresolved"
    | "ringing"
    | "live"
    | "completed"
    | "voicemail"
    | "no_answer"
    | "busy"
    | "failed"
    | "canceled"
    | "expired";
  /**
   * ISO 8601 UTC, such as 2026-11-21T09:00:00.000Z.
   * @format date-time
   */
  state_since: string;
  /** Null unless its state is `waiting`. */
  waiting: {
    /** The guard that holds it, where the reason is `guard` (docs/guards.md). Null otherwise. */
    guard:
      | "dials_a_day"
      | "minutes_a_day"
      | "spend_a_day"
      | "number_dials_a_day"
      | "number_dials_a_week"
      | "block_dials_an_hour"
      | null;
    /**
     * Among the waiting calls of the campaign; 1 came first.
     * @min 1
     * @max 9007199254740991
     */
    place: number;
    /** What keeps it from being dialed now; the first reason if there are several. `service_held`, `worker`: no waiting call is dialed until the operator of the service acts. */
    reason:
      | "paused"
      | "hours"
      | "slot"
      | "number"
      | "retry"
      | "carrier_rate"
      | "guard"
      | "service_held"
      | "worker";
    /**
     * Since when it waits.
     * @format date-time
     */
    since: string;
    /** The time zone that opens last, where the reason is `hours`. Null otherwise. */
    timezone: string | null;
    /** When the reason ends; null where that depends on other calls, on a release, or on wider guards. */
    until: string | null;
  } | null;
}

/** Calls from one file, with their outcomes. */
export interface WholeCallBatch {
  _id: string;
  /**
   * Rows that become calls.
   * @min 0
   * @max 9007199254740991
   */
  accepted_count: number;
  /** The calls of the batch by what they are now. */
  by_state: Partial<
    Record<
      | "waiting"
      | "dialling"
      | "unresolved"
      | "ringing"
      | "live"
      | "completed"
      | "voicemail"
      | "no_answer"
      | "busy"
      | "failed"
      | "canceled"
      | "expired",
      number
    >
  >;
  campaign_id: string;
  /**
   * ISO 8601 UTC, such as 2026-11-21T09:00:00.000Z.
   * @format date-time
   */
  created_at: string;
  /**
   * @min 0
   * @max 9007199254740991
   */
  faults_count: number;
  /**
   * @min 1
   * @max 9007199254740991
   */
  file_bytes: number;
  format: "csv" | "ndjson";
  /** The same bytes were to be called once more. */
  is_again: boolean;
  /** The other rows, by the first reason. */
  left_out: {
    /**
     * @min 0
     * @max 9007199254740991
     */
    do_not_call: number;
    /**
     * @min 0
     * @max 9007199254740991
     */
    incomplete: number;
    /**
     * @min 0
     * @max 9007199254740991
     */
    invalid: number;
    /**
     * @min 0
     * @max 9007199254740991
     */
    number: number;
    /**
     * @min 0
     * @max 9007199254740991
     */
    repeated: number;
    /**
     * @min 0
     * @max 9007199254740991
     */
    waiting: number;
  };
  /** Who gave the file, as of then. */
  made_by: string;
  /** The name of the file. */
  name: string | null;
  /**
   * Rows that are calls by now.
   * @min 0
   * @max 9007199254740991
   */
  queued_count: number;
  /**
   * @min 0
   * @max 9007199254740991
   */
  rows_count: number;
  /** `queueing`: a worker turns rows into calls. `queued`: all are calls. `stopped`: the campaign takes no more calls; `stop` says why. `canceling`: calls under way have not ended. */
  state: "queueing" | "queued" | "stopped" | "canceling" | "canceled";
  /**
   * ISO 8601 UTC, such as 2026-11-21T09:00:00.000Z.
   * @format date-time
   */
  state_since: string;
  /** Why the campaign takes no calls; null if it does. */
  stop: {
    code: string;
    message: string;
  } | null;
}

/** A conversation with its transcript. */
export interface WholeConversation {
  _id: string;
  /** ISO 8601 UTC, such as 2026-11-21T09:00:00.000Z. */
  answered_at: string | null;
  attempt_id: string | null;
  /** The call of which it is an attempt; null for chats and imported ones. */
  call_id: string | null;
  campaign_id: string | null;
  campaign_name: string | null;
  channel_type: "voice" | "whatsapp" | "web" | "telegram";
  conversation_type: "outbound" | "inbound";
  /**
   * ISO 8601 UTC, such as 2026-11-21T09:00:00.000Z.
   * @format date-time
   */
  created_at: string;
  customer: PersonLabel | null;
  customer_name: string | null;
  customer_profile_id: string | null;
  duration_seconds: number | null;
  /** ISO 8601 UTC, such as 2026-11-21T09:00:00.000Z. */
  end_time: string | null;
  /** How it ended; null while it goes on. */
  outcome:
    | "initiated"
    | "ringing"
    | "live"
    | "completed"
    | "no_answer"
    | "busy"
    | "failed"
    | "canceled"
    | null;
  /** E.164, where the channel has numbers. */
  phone_number: string | null;
  /**
   * ISO 8601 UTC, such as 2026-11-21T09:00:00.000Z.
   * @format date-time
   */
  start_time: string;
  status:
    | "initiated"
    | "ringing"
    | "live"
    | "completed"
    | "no_answer"
    | "busy"
    | "failed"
    | "canceled";
  tickets: {
    _id: string;
    /**
     * ISO 8601 UTC, such as 2026-11-21T09:00:00.000Z.
     * @format date-time
     */
    created_at: string;
    status: string;
    subject: string | null;
  }[];
  /** Oldest first, the latest 2000; of one that goes on, the lines so far. */
  transcript: {
    /**
     * ISO 8601 UTC, such as 2026-11-21T09:00:00.000Z.
     * @format date-time
     */
    at: string;
    /** The type of a written message, such as `image`; null for spoken words. */
    kind: string | null;
    role: "agent" | "customer" | "system";
    text: string;
  }[];
  /** The id of a person on WhatsApp whose number is unknown. */
  whatsapp_user_id: string | null;
}

/** A person of the project with what their page shows. */
export interface WholePerson {
  _id: string;
  /**
   * @min 0
   * @max 9007199254740991
   */
  call_count: number;
  channel_identities: {
    channel_type: "voice" | "whatsapp" | "web" | "telegram";
    /**
     * ISO 8601 UTC, such as 2026-11-21T09:00:00.000Z.
     * @format date-time
     */
    first_seen_at: string;
    identity_key: string;
    /**
     * ISO 8601 UTC, such as 2026-11-21T09:00:00.000Z.
     * @format date-time
     */
    last_seen_at: string;
  }[];
  /**
   * @min 0
   * @max 9007199254740991
   */
  chat_count: number;
  /**
   * @min 0
   * @max 9007199254740991
   */
  conversation_count: number;
  /**
   * ISO 8601 UTC, such as 2026-11-21T09:00:00.000Z.
   * @format date-time
   */
  created_at: string;
  /** Easy to read and say, such as `CUST-000123`. */
  display_id: string;
  /** Their numbers that nobody of the organization may call. */
  do_not_call: {
    /** Null: the person. */
    added_by: string | null;
    number: string | null;
    /**
     * ISO 8601 UTC, such as 2026-11-21T09:00:00.000Z.
     * @format date-time
     */
    since: string;
    source:
      | "voice"
      | "keys"
      | "whatsapp"
      | "api"
      | "dashboard"
      | "cli"
      | "import";
    /** ISO 8601 UTC, such as 2026-11-21T09:00:00.000Z. */
    until: string | null;
    why: string | null;
  }[];
  emails: {
    normalized: string;
    source: string;
    value: string;
  }[];
  /** ISO 8601 UTC, such as 2026-11-21T09:00:00.000Z. */
  last_interaction_at: string | null;
  limits: {
    action: "call" | "authentication_template" | "message";
    reason: "number_hidden" | "no_number" | "no_address" | "do_not_call";
  }[];
  name: string | null;
  /**
   * @min 0
   * @max 9007199254740991
   */
  open_tickets: number;
  /** Those in force, at most one of each scope. */
  opt_outs: {
    scope: "all" | "marketing";
    /**
     * ISO 8601 UTC, such as 2026-11-21T09:00:00.000Z.
     * @format date-time
     */
    since: string;
    source: "message" | "provider" | "operator";
    why: string | null;
  }[];
  phone_numbers: {
    normalized: string;
    source: string;
    value: string;
  }[];
  properties: Partial<Record<string, unknown>>;
  /**
   * ISO 8601 UTC, such as 2026-11-21T09:00:00.000Z.
   * @format date-time
   */
  updated_at: string;
  /** The name that the person has chosen on WhatsApp. */
  username: string | null;
  /** The number or id that messages go to; null where none is known. */
  whatsapp_address: string | null;
}

/** A source with where its crawls start. */
export interface WholeSource {
  _id: string;
  /** The running or else the last crawl of a domain. */
  crawl: {
    _id: string;
    /**
     * Bytes read from the site.
     * @min 0
     * @max 9007199254740991
     */
    bytes: number;
    /** What went wrong, in words. */
    error: string | null;
    /**
     * Pages that could not be fetched.
     * @min 0
     * @max 9007199254740991
     */
    failed: number;
    /**
     * Requests for pages.
     * @min 0
     * @max 9007199254740991
     */
    fetched: number;
    /** ISO 8601 UTC, such as 2026-11-21T09:00:00.000Z. */
    finished_at: string | null;
    /**
     * URLs of the domain that the crawl found: the sum of those below and those that wait.
     * @min 0
     * @max 9007199254740991
     */
    found: number;
    /**
     * Pages that do not exist, as the server answered.
     * @min 0
     * @max 9007199254740991
     */
    gone: number;
    /**
     * Pages that are new in the index or have changed.
     * @min 0
     * @max 9007199254740991
     */
    indexed: number;
    /**
     * URLs that were excluded; the list of URLs gives the reason of each.
     * @min 0
     * @max 9007199254740991
     */
    skipped: number;
    /** ISO 8601 UTC, such as 2026-11-21T09:00:00.000Z. */
    started_at: string | null;
    state:
      | "waiting"
      | "running"
      | "finished"
      | "failed"
      | "cancelled"
      | "superseded";
    /** The limit that ended it; null where none did. */
    stopped_by:
      | "max_pages"
      | "quota"
      | "requests"
      | "bytes"
      | "time"
      | "silence"
      | null;
    /**
     * Pages that are in the index and have not changed.
     * @min 0
     * @max 9007199254740991
     */
    unchanged: number;
    /** `host`: another crawl of the organization uses the host; `worker`: no worker has taken it yet. Null where it does not wait. */
    waits_for: "host" | "worker" | null;
    /** ISO 8601 UTC, such as 2026-11-21T09:00:00.000Z. */
    waits_since: string | null;
  } | null;
  /** Null unless the source is a domain. */
  crawler: "crawler_a" | "crawler_b" | null;
  /** Null unless the source is a domain. */
  crawling_strategy: "sitemap" | "deep_crawl" | null;
  /**
   * ISO 8601 UTC, such as 2026-11-21T09:00:00.000Z.
   * @format date-time
   */
  created_at: string;
  /** Who added it: a key, a person in the dashboard, or the operator by a command. */
  created_by:
    | {
        _id: string;
        kind: "api_key";
        name: string;
      }
    | {
        _id: string;
        kind: "person";
        name: string;
      }
    | {
        kind: "operator";
      };
  /** What is crawled; null unless the source is a domain. */
  domain: string | null;
  /** Null unless the source is a domain. */
  exclude_patterns: string[] | null;
  /** Bytes; null unless the source is a file. */
  file_size: number | null;
  /** MIME type; null unless the source is a file. */
  file_type: string | null;
  /** Null unless the source is a domain. */
  frequency_days: number | null;
  /** Null unless the source is a domain. */
  include_patterns: string[] | null;
  /** ISO 8601 UTC, such as 2026-11-21T09:00:00.000Z. */
  last_crawled_at: string | null;
  /** Null unless the source is a domain. */
  max_depth: number | null;
  /** Null unless the source is a domain. */
  max_pages: number | null;
  name: string;
  /** ISO 8601 UTC, such as 2026-11-21T09:00:00.000Z. */
  next_crawl_at: string | null;
  /**
   * Pages in the index.
   * @min 0
   * @max 9007199254740991
   */
  page_count: number;
  source_type: "files" | "urls" | "domains";
  /** Where a crawl starts, with the scheme; null unless the source is a domain. */
  start_url: string | null;
  /** What went wrong in the last crawl, in words. */
  sync_error: string | null;
  /** `partial`: some pages failed, or were not found and are kept. */
  sync_status: "pending" | "syncing" | "success" | "partial" | "failed";
  /**
   * ISO 8601 UTC, such as 2026-11-21T09:00:00.000Z.
   * @format date-time
   */
  updated_at: string;
}

export interface WholeWhatsappTemplate {
  _id: string;
  /** Those that use it or another of its languages; at most 100. */
  broadcasts: BroadcastOfTemplate[];
  category: "utility" | "marketing" | "authentication";
  /** The definition in WhatsApp's format. */
  components: unknown[];
  /**
   * ISO 8601 UTC, such as 2026-11-21T09:00:00.000Z.
   * @format date-time
   */
  created_at: string;
  /** Written as WhatsApp writes it, such as `en_US`. */
  language: string;
  /** Its languages, itself first; at most 100. */
  languages: WhatsappTemplate[];
  /** Unique in the project. */
  name: string;
  /** WhatsApp's name for it, which all its languages share. */
  provider_name: string;
  /** `GREEN`, `YELLOW`, `RED` or `UNKNOWN`; null: not known. */
  quality: string | null;
  /** When the templates of its sender were last read. */
  read_at: string | null;
  /** Why the last reading failed. */
  read_fault: string | null;
  sender_name: string;
  status: "approved" | "pending" | "rejected" | "paused" | "disabled";
  /** WhatsApp's text about it. */
  status_explanation: string | null;
  /** WhatsApp's word for why, such as `ABUSIVE_CONTENT`. */
  status_reason: string | null;
  /** Null: since before this was kept. */
  status_since: string | null;
  /** When WhatsApp lifts a pause by itself; null: not known, or somebody must lift it. */
  status_until: string | null;
  /** Why it can not be sent from here, as a sentence. */
  unsendable: string | null;
  /**
   * ISO 8601 UTC, such as 2026-11-21T09:00:00.000Z.
   * @format date-time
   */
  updated_at: string;
  /** The names that `data` must have; null: not sendable. */
  variables: string[] | null;
  whatsapp_sender_id: string;
}

/** The fields that change (RFC 7396). A null returns a field to its default. Lists are replaced as a whole. */
export interface WorkflowPatchInput {
  /** Follows workflow.schema.json. */
  definition?: Partial<Record<string, unknown>>;
  name?: string;
}

export interface WorkflowRevision {
  /** How many attempts followed it, counted to 1000. */
  attempts: {
    /**
     * @min 0
     * @max 9007199254740991
     */
    count: number;
    is_more: boolean;
  };
  /** Null: from before changes were stored. */
  changed_by: string | null;
  /**
   * ISO 8601 UTC, such as 2026-11-21T09:00:00.000Z.
   * @format date-time
   */
  created_at: string;
  definition: Partial<Record<string, unknown>>;
  /** The calls of the latest attempts. */
  latest_calls: {
    /**
     * ISO 8601 UTC, such as 2026-11-21T09:00:00.000Z.
     * @format date-time
     */
    at: string;
    campaign_queue_id: string;
  }[];
  /**
   * @min 1
   * @max 9007199254740991
   */
  revision: number;
  via: string | null;
}

export interface WorkflowSourceInput {
  /**
   * The definition, in YAML or JSON.
   * @maxLength 200000
   */
  source: string;
}

/** What a call would have said and done. */
export interface WorkflowTrial {
  turns: {
    /** What it answers; null for the start of the call. */
    input: TrialInput | null;
    lines: {
      role: "agent" | "customer" | "system";
      text: string;
    }[];
    /** The steps that were taken. */
    steps: string[];
    /** Those that a call would open. */
    tickets: {
      subject: string | null;
    }[];
    /** The stored values after this turn. */
    variables: Partial<Record<string, string>>;
  }[];
  /** The step that waits for the next input; null: the call has ended. */
  waits: {
    /** What a listen step takes. */
    input: "speech" | "keys" | "both" | null;
    kind: "listen" | "transfer" | "agent";
    step: string;
  } | null;
}

export namespace Api {
  /**
   * @description What happened in the last 30 days, oldest first. An event can be read once all transactions are over that began before its own, usually within milliseconds; so a reader that goes on with `next_after` misses none. Events are kept from the moment on at which the project has a webhook endpoint, or a key with the scope `events:read`, or declares `events: keep`. A page may have fewer events than `limit` although `has_more` is true.
   * @tags Events
   * @name ListEvents
   * @summary List events
   * @request GET:/api/organizations/{organization_id}/projects/{project_id}/events
   * @secure
   */
  export namespace ListEvents {
    export type RequestParams = {
      /** Id of the organization that the key belongs to. */
      organizationId: string;
      /** Id of the project that the key belongs to. */
      projectId: string;
    };
    export type RequestQuery = {
      /**
       * Goes on after the event with this id, or after the last `id` of a stream.
       * @maxLength 100
       */
      after?: string;
      /**
       * `full`: with texts, such as message bodies and customer variables.
       * @default "ids"
       */
      content?: "ids" | "full";
      /** Only events from this instant on; a date is the whole day. ISO 8601: a date, or an instant, which is UTC without an offset. */
      from?: string;
      /**
       * The most events.
       * @min 1
       * @max 100
       * @default 20
       */
      limit?: number;
      /** Only events of this call, conversation, message, profile, … */
      subject_id?: string;
      /** Until this instant, which is not included; a date is the whole day. ISO 8601: a date, or an instant, which is UTC without an offset. */
      to?: string;
      /** Types, separated by commas: `call.ended`, `call.*` for all of a kind, `*`. Default: all. */
      types?: string;
    };
    export type RequestBody = never;
    export type RequestHeaders = {};
    export type ResponseBody = {
      data: {
        /** Whether the log may have more of these now. */
        has_more: boolean;
        items: Event[];
        /** Send this as `after` to get the events that follow, also where there are none yet. */
        next_after: string;
      };
      /** Human-readable text. */
      message: string;
      status: "success";
      /** Same value as the HTTP status. */
      status_code: 200;
    };
  }

  /**
   * @description Events as they happen, within a second as a rule. It begins now, or after `Last-Event-ID` or `after`, or at `from`. A client that comes again with the last `id` that it got misses no event; in the first moments it may get some from just before it first came. A key has at most 5 streams.
   * @tags Events
   * @name StreamEvents
   * @summary Follow events
   * @request GET:/api/organizations/{organization_id}/projects/{project_id}/events/stream
   * @secure
   */
  export namespace StreamEvents {
    export type RequestParams = {
      /** Id of the organization that the key belongs to. */
      organizationId: string;
      /** Id of the project that the key belongs to. */
      projectId: string;
    };
    export type RequestQuery = {
      /**
       * Goes on after the event with this id, or after the last `id` of a stream.
       * @maxLength 100
       */
      after?: string;
      /**
       * `full`: with texts, such as message bodies and customer variables.
       * @default "ids"
       */
      content?: "ids" | "full";
      /** Only events from this instant on; a date is the whole day. ISO 8601: a date, or an instant, which is UTC without an offset. */
      from?: string;
      /** Only events of this call, conversation, message, profile, … */
      subject_id?: string;
      /** Types, separated by commas: `call.ended`, `call.*` for all of a kind, `*`. Default: all. */
      types?: string;
    };
    export type RequestBody = never;
    export type RequestHeaders = {
      /**
       * The last `id` that the client got.
       * @maxLength 100
       */
      "last-event-id"?: string;
    };
    export type ResponseBody = string;
  }

  /**
   * @description Those of the last 30 days. Scope: `webhooks:manage`.
   * @tags Webhooks
   * @name ListWebhookDeliveries
   * @summary List deliveries to a webhook endpoint
   * @request GET:/api/organizations/{organization_id}/projects/{project_id}/webhook-endpoints/{endpoint_id}/deliveries
   * @secure
   */
  export namespace ListWebhookDeliveries {
    export type RequestParams = {
      /** Id of the endpoint of webhooks, one of this project. */
      endpointId: string;
      /** Id of the organization that the key belongs to. */
      organizationId: string;
      /** Id of the project that the key belongs to. */
      projectId: string;
    };
    export type RequestQuery = {
      /** JSON object in the style of document databases, such as `{"status":"running"}`. Operators: `$eq` `$ne` `$gt` `$gte` `$lt` `$lte` `$in` `$nin` `$exists` `$type` `$regex` `$options` `$mod` `$not` `$all` `$elemMatch` `$size` `$and` `$or` `$nor`. Fields: `_id`, `type`, `subject_kind`, `subject_id`, `state`, `created_at`, `next_at`, `behind`, `tries`, `resent`, `last_status`, `last_reason`. */
      filters?: string;
      /**
       * Page size.
       * @min 1
       * @max 100
       * @default 20
       */
      limit?: number;
      /**
       * Records to skip.
       * @min 0
       * @max 9007199254740991
       * @default 0
       */
      skip?: number;
      /** JSON object, field to 1 (ascending) or -1 (descending), at most 8. Default: `_id` descending, the newest first. */
      sort?: string;
    };
    export type RequestBody = never;
    export type RequestHeaders = {};
    export type ResponseBody = {
      data: {
        items: WebhookDelivery[];
        /** Where a page stands in the whole list. */
        pagination: Pagination;
      };
      /** Human-readable text. */
      message: string;
      status: "success";
      /** Same value as the HTTP status. */
      status_code: 200;
    };
  }

  /**
   * @description Also says what is sent, and the outcome of each try. Scope: `webhooks:manage`.
   * @tags Webhooks
   * @name GetWebhookDelivery
   * @summary Get a delivery to a webhook endpoint
   * @request GET:/api/organizations/{organization_id}/projects/{project_id}/webhook-endpoints/{endpoint_id}/deliveries/{delivery_id}
   * @secure
   */
  export namespace GetWebhookDelivery {
    export type RequestParams = {
      /** Id of the delivery: the `webhook-id` of its requests. */
      deliveryId: string;
      /** Id of the endpoint of webhooks, one of this project. */
      endpointId: string;
      /** Id of the organization that the key belongs to. */
      organizationId: string;
      /** Id of the project that the key belongs to. */
      projectId: string;
    };
    export type RequestQuery = {};
    export type RequestBody = never;
    export type RequestHeaders = {};
    export type ResponseBody = {
      data: WebhookDeliveryDetail;
      /** Human-readable text. */
      message: string;
      status: "success";
      /** Same value as the HTTP status. */
      status_code: 200;
    };
  }

  /**
   * @description Those of the last 30 days, the newest first. Scope: `webhooks:manage`.
   * @tags Webhooks
   * @name ListWebhookResends
   * @summary List requests to send deliveries again
   * @request GET:/api/organizations/{organization_id}/projects/{project_id}/webhook-endpoints/{endpoint_id}/resends
   * @secure
   */
  export namespace ListWebhookResends {
    export type RequestParams = {
      /** Id of the endpoint of webhooks, one of this project. */
      endpointId: string;
      /** Id of the organization that the key belongs to. */
      organizationId: string;
      /** Id of the project that the key belongs to. */
      projectId: string;
    };
    export type RequestQuery = {
      /**
       * Page size.
       * @min 1
       * @max 100
       * @default 20
       */
      limit?: number;
      /**
       * Records to skip.
       * @min 0
       * @max 9007199254740991
       * @default 0
       */
      skip?: number;
    };
    export type RequestBody = never;
    export type RequestHeaders = {};
    export type ResponseBody = {
      data: {
        items: WebhookResend[];
        /** Where a page stands in the whole list. */
        pagination: Pagination;
      };
      /** Human-readable text. */
      message: string;
      status: "success";
      /** Same value as the HTTP status. */
      status_code: 200;
    };
  }

  /**
   * @description One list for all projects of the organization. Scope: `suppressions:manage`.
   * @tags Do not call
   * @name ListDoNotCall
   * @summary List the do-not-call list
   * @request GET:/api/organizations/{organization_id}/do-not-call
   * @secure
   */
  export namespace ListDoNotCall {
    export type RequestParams = {
      /** Id of the organization that the key belongs to. */
      organizationId: string;
    };
    export type RequestQuery = {
      /** JSON object in the style of document databases, such as `{"status":"running"}`. Operators: `$eq` `$ne` `$gt` `$gte` `$lt` `$lte` `$in` `$nin` `$exists` `$type` `$regex` `$options` `$mod` `$not` `$all` `$elemMatch` `$size` `$and` `$or` `$nor`. Fields: `_id`, `number`, `since`, `source`, `why`, `added_by`, `project_id`, `until`, `ended_at`, `ended_by`, `ended_why`. */
      filters?: string;
      /**
       * Page size.
       * @min 1
       * @max 100
       * @default 20
       */
      limit?: number;
      /**
       * A number in any spelling with its country code, or some of its digits.
       * @maxLength 64
       */
      q?: string;
      /**
       * `all`: those that have ended too.
       * @default "in_force"
       */
      show?: "in_force" | "all";
      /**
       * Records to skip.
       * @min 0
       * @max 9007199254740991
       * @default 0
       */
      skip?: number;
      /** JSON object, field to 1 (ascending) or -1 (descending), at most 8. Default: `since` descending. */
      sort?: string;
    };
    export type RequestBody = never;
    export type RequestHeaders = {};
    export type ResponseBody = {
      data: {
        items: DoNotCallEntry[];
        /** Where a page stands in the whole list. */
        pagination: Pagination;
      };
      /** Human-readable text. */
      message: string;
      status: "success";
      /** Same value as the HTTP status. */
      status_code: 200;
    };
  }

  /**
   * @description Once you have the answer, no call to them begins, in any project. Waiting calls to them are canceled; calls under way go on. If a number is not valid, nothing is added, and the message names each. Scope: `suppressions:manage`.
   * @tags Do not call
   * @name AddDoNotCall
   * @summary Add numbers to the do-not-call list
   * @request POST:/api/organizations/{organization_id}/do-not-call
   * @secure
   */
  export namespace AddDoNotCall {
    export type RequestParams = {
      /** Id of the organization that the key belongs to. */
      organizationId: string;
    };
    export type RequestQuery = {};
    export type RequestBody = NewDoNotCallInput;
    export type RequestHeaders = {};
    export type ResponseBody = {
      data: AddedDoNotCall;
      /** Human-readable text. */
      message: string;
      status: "success";
      /** Same value as the HTTP status. */
      status_code: 200;
    };
  }

  /**
   * @description Who changed what, by which way, newest first, of the last 400 days as a rule: `retention` of a project may keep its own longer or shorter. Needs the scope `audit:read`.
   * @tags Audit
   * @name ListAudit
   * @summary List changes of the configuration
   * @request GET:/api/organizations/{organization_id}/audit
   * @secure
   */
  export namespace ListAudit {
    export type RequestParams = {
      /** Id of the organization that the key belongs to. */
      organizationId: string;
    };
    export type RequestQuery = {
      /** JSON object in the style of document databases, such as `{"status":"running"}`. Operators: `$eq` `$ne` `$gt` `$gte` `$lt` `$lte` `$in` `$nin` `$exists` `$type` `$regex` `$options` `$mod` `$not` `$all` `$elemMatch` `$size` `$and` `$or` `$nor`. Fields: `_id`, `at`, `actor`, `request_id`, `project_id`, `kind`, `record_id`, `record_name`, `action`, `revision`, `fields`. */
      filters?: string;
      /**
       * Page size.
       * @min 1
       * @max 100
       * @default 20
       */
      limit?: number;
      /** JSON object, path to 1 (only these) or 0 (all but these). */
      projection?: string;
      /**
       * Records to skip.
       * @min 0
       * @max 9007199254740991
       * @default 0
       */
      skip?: number;
      /** JSON object, field to 1 (ascending) or -1 (descending), at most 8. Default: `at` descending. */
      sort?: string;
    };
    export type RequestBody = never;
    export type RequestHeaders = {};
    export type ResponseBody = {
      data: {
        items: AuditEntry[];
        /** Where a page stands in the whole list. */
        pagination: Pagination;
      };
      /** Human-readable text. */
      message: string;
      status: "success";
      /** Same value as the HTTP status. */
      status_code: 200;
    };
  }

  /**
   * @description Those that wait say why.
   * @tags Calls
   * @name ListCalls
   * @summary List the calls of a campaign
   * @request GET:/api/organizations/{organization_id}/projects/{project_id}/campaigns/{campaign_id}/calls
   * @secure
   */
  export namespace ListCalls {
    export type RequestParams = {
      /** Id of the campaign, one of this project. */
      campaignId: string;
      /** Id of the organization that the key belongs to. */
      organizationId: string;
      /** Id of the project that the key belongs to. */
      projectId: string;
    };
    export type RequestQuery = {
      /** JSON object in the style of document databases, such as `{"status":"running"}`. Operators: `$eq` `$ne` `$gt` `$gte` `$lt` `$lte` `$in` `$nin` `$exists` `$type` `$regex` `$options` `$mod` `$not` `$all` `$elemMatch` `$size` `$and` `$or` `$nor`. Fields: `_id`, `campaign_id`, `placed_by`, `call_direction`, `phone_number`, `state`, `state_since`, `created_at`, `attempts_count`, `error`, `cancel_requested_at`. */
      filters?: string;
      /**
       * Page size.
       * @min 1
       * @max 100
       * @default 20
       */
      limit?: number;
      /**
       * Records to skip.
       * @min 0
       * @max 9007199254740991
       * @default 0
       */
      skip?: number;
      /** JSON object, field to 1 (ascending) or -1 (descending), at most 8. Default: `created_at` descending. */
      sort?: string;
    };
    export type RequestBody = never;
    export type RequestHeaders = {};
    export type ResponseBody = {
      data: {
        items: Call[];
        /** Where a page stands in the whole list. */
        pagination: Pagination;
      };
      /** Human-readable text. */
      message: string;
      status: "success";
      /** Same value as the HTTP status. */
      status_code: 200;
    };
  }

  /**
   * @description Starts the call, or queues it when it can not start yet. Scope: `calls:create`.
   * @tags Calls
   * @name CreateCall
   * @summary Place a call by the rules of its campaign
   * @request POST:/api/organizations/{organization_id}/projects/{project_id}/campaigns/{campaign_id}/calls
   * @secure
   */
  export namespace CreateCall {
    export type RequestParams = {
      /** Id of the campaign, one of this project. */
      campaignId: string;
      /** Id of the organization that the key belongs to. */
      organizationId: string;
      /** Id of the project that the key belongs to. */
      projectId: string;
    };
    export type RequestQuery = {};
    export type RequestBody = CustomerInput;
    export type RequestHeaders = {
      /**
       * The same key with the same request gives the same answer for 24 hours, and does nothing again; with another request it is refused (409). 202 while the outcome is not known.
       * @minLength 1
       * @maxLength 255
       */
      "idempotency-key"?: string;
    };
    export type ResponseBody = {
      /** A call that was accepted: started or queued. */
      data: CreatedCall;
      /** Human-readable text. */
      message: string;
      status: "success";
      /** Same value as the HTTP status. */
      status_code: 200;
    };
  }

  /**
   * @description Returns the time zones that decide for a call to the number, why those, and when the calling hours of the campaign are open in all of them. Stores nothing.
   * @tags Campaigns
   * @name GetOpening
   * @summary Get when a number may be called
   * @request GET:/api/organizations/{organization_id}/projects/{project_id}/campaigns/{campaign_id}/opening
   * @secure
   */
  export namespace GetOpening {
    export type RequestParams = {
      /** Id of the campaign, one of this project. */
      campaignId: string;
      /** Id of the organization that the key belongs to. */
      organizationId: string;
      /** Id of the project that the key belongs to. */
      projectId: string;
    };
    export type RequestQuery = {
      /** The instant; now if it is left out. ISO 8601. */
      at?: string;
      /** Whom the campaign would call; E.164 preferred. */
      phone_number: string;
      /** What `timezone` of the request for the call would be; IANA name. */
      timezone?: string;
    };
    export type RequestBody = never;
    export type RequestHeaders = {};
    export type ResponseBody = {
      /** Whether a campaign may call a number at an instant, with the time zones that decide. */
      data: Opening;
      /** Human-readable text. */
      message: string;
      status: "success";
      /** Same value as the HTTP status. */
      status_code: 200;
    };
  }

  /**
   * @description Its state, why it waits, and its last moves and attempts.
   * @tags Calls
   * @name GetCall
   * @summary Get a call
   * @request GET:/api/organizations/{organization_id}/projects/{project_id}/campaigns/{campaign_id}/calls/{campaign_queue_id}
   * @secure
   */
  export namespace GetCall {
    export type RequestParams = {
      /** Id of the campaign, one of this project. */
      campaignId: string;
      /** Id of the call, one of this campaign. */
      campaignQueueId: string;
      /** Id of the organization that the key belongs to. */
      organizationId: string;
      /** Id of the project that the key belongs to. */
      projectId: string;
    };
    export type RequestQuery = {};
    export type RequestBody = never;
    export type RequestHeaders = {};
    export type ResponseBody = {
      /** A call with its history. */
      data: WholeCall;
      /** Human-readable text. */
      message: string;
      status: "success";
      /** Same value as the HTTP status. */
      status_code: 200;
    };
  }

  /**
   * @description Oldest first. No scope is needed.
   * @tags Agents
   * @name ListTurns
   * @summary List the turns of an agent in a conversation
   * @request GET:/api/organizations/{organization_id}/projects/{project_id}/conversations/{conversation_id}/turns
   * @secure
   */
  export namespace ListTurns {
    export type RequestParams = {
      /** Id of the conversation. */
      conversationId: string;
      /** Id of the organization that the key belongs to. */
      organizationId: string;
      /** Id of the project that the key belongs to. */
      projectId: string;
    };
    export type RequestQuery = {
      /**
       * Page size.
       * @min 1
       * @max 100
       * @default 20
       */
      limit?: number;
      /**
       * Records to skip.
       * @min 0
       * @max 9007199254740991
       * @default 0
       */
      skip?: number;
    };
    export type RequestBody = never;
    export type RequestHeaders = {};
    export type ResponseBody = {
      data: {
        items: AgentTurn[];
        /** Where a page stands in the whole list. */
        pagination: Pagination;
      };
      /** Human-readable text. */
      message: string;
      status: "success";
      /** Same value as the HTTP status. */
      status_code: 200;
    };
  }

  /**
   * No description
   * @tags Customer profiles
   * @name ListProfileMerges
   * @summary List what was merged into a profile
   * @request GET:/api/organizations/{organization_id}/projects/{project_id}/customer-profiles/{customer_profile_id}/merges
   * @secure
   */
  export namespace ListProfileMerges {
    export type RequestParams = {
      /** Id of the profile, or of one that was merged into it. */
      customerProfileId: string;
      /** Id of the organization that the key belongs to. */
      organizationId: string;
      /** Id of the project that the key belongs to. */
      projectId: string;
    };
    export type RequestQuery = {
      /**
       * Page size.
       * @min 1
       * @max 100
       * @default 20
       */
      limit?: number;
      /**
       * How many to leave out.
       * @min 0
       * @max 100000
       * @default 0
       */
      skip?: number;
    };
    export type RequestBody = never;
    export type RequestHeaders = {};
    export type ResponseBody = {
      data: {
        items: ProfileMerge[];
        /** Where a page stands in the whole list. */
        pagination: Pagination;
      };
      /** Human-readable text. */
      message: string;
      status: "success";
      /** Same value as the HTTP status. */
      status_code: 200;
    };
  }

  /**
   * No description
   * @tags WhatsApp
   * @name ListWhatsappMessages
   * @summary List the messages of a broadcast
   * @request GET:/api/organizations/{organization_id}/projects/{project_id}/broadcasts/{broadcast_id}/messages
   * @secure
   */
  export namespace ListWhatsappMessages {
    export type RequestParams = {
      /** Id of the broadcast, one of this project. */
      broadcastId: string;
      /** Id of the organization that the key belongs to. */
      organizationId: string;
      /** Id of the project that the key belongs to. */
      projectId: string;
    };
    export type RequestQuery = {
      /** JSON object in the style of document databases, such as `{"status":"running"}`. Operators: `$eq` `$ne` `$gt` `$gte` `$lt` `$lte` `$in` `$nin` `$exists` `$type` `$regex` `$options` `$mod` `$not` `$all` `$elemMatch` `$size` `$and` `$or` `$nor`. Fields: `_id`, `broadcast_id`, `to`, `type`, `status`, `status_since`, `provider_message_id`, `error`, `sends`, `conversation_id`, `created_at`. */
      filters?: string;
      /**
       * Page size.
       * @min 1
       * @max 100
       * @default 20
       */
      limit?: number;
      /**
       * Records to skip.
       * @min 0
       * @max 9007199254740991
       * @default 0
       */
      skip?: number;
      /** JSON object, field to 1 (ascending) or -1 (descending), at most 8. Default: `created_at` descending. */
      sort?: string;
    };
    export type RequestBody = never;
    export type RequestHeaders = {};
    export type ResponseBody = {
      data: {
        items: WhatsappMessage[];
        /** Where a page stands in the whole list. */
        pagination: Pagination;
      };
      /** Human-readable text. */
      message: string;
      status: "success";
      /** Same value as the HTTP status. */
      status_code: 200;
    };
  }

  /**
   * @description With `resend_of` it is sent again for a message that failed. 202 and 503: it is not known yet whether WhatsApp has it.
   * @tags WhatsApp
   * @name SendWhatsappMessage
   * @summary Send one WhatsApp message under a broadcast
   * @request POST:/api/organizations/{organization_id}/projects/{project_id}/broadcasts/{broadcast_id}/messages
   * @secure
   */
  export namespace SendWhatsappMessage {
    export type RequestParams = {
      /** Id of the broadcast, one of this project. */
      broadcastId: string;
      /** Id of the organization that the key belongs to. */
      organizationId: string;
      /** Id of the project that the key belongs to. */
      projectId: string;
    };
    export type RequestQuery = {};
    export type RequestBody = ManagedSendInput;
    export type RequestHeaders = {
      /**
       * The same key with the same request gives the same answer for 24 hours, and does nothing again; with another request it is refused (409). 202 while the outcome is not known.
       * @minLength 1
       * @maxLength 255
       */
      "idempotency-key"?: string;
    };
    export type ResponseBody = {
      /** The state of a send. */
      data: WhatsappSendResult;
      /** Human-readable text. */
      message: string;
      status: "success";
      /** Same value as the HTTP status. */
      status_code: 200;
    };
  }

  /**
   * No description
   * @tags WhatsApp
   * @name GetWhatsappMessage
   * @summary Get a message of a broadcast
   * @request GET:/api/organizations/{organization_id}/projects/{project_id}/broadcasts/{broadcast_id}/messages/{message_id}
   * @secure
   */
  export namespace GetWhatsappMessage {
    export type RequestParams = {
      /** Id of the broadcast, one of this project. */
      broadcastId: string;
      /** Id of the message, one of this broadcast. */
      messageId: string;
      /** Id of the organization that the key belongs to. */
      organizationId: string;
      /** Id of the project that the key belongs to. */
      projectId: string;
    };
    export type RequestQuery = {};
    export type RequestBody = never;
    export type RequestHeaders = {};
    export type ResponseBody = {
      /** A message with its request and all its statuses. */
      data: WhatsappMessageDetail;
      /** Human-readable text. */
      message: string;
      status: "success";
      /** Same value as the HTTP status. */
      status_code: 200;
    };
  }

  /**
   * No description
   * @tags Knowledge base
   * @name ListSources
   * @summary List knowledge sources
   * @request GET:/api/organizations/{organization_id}/projects/{project_id}/sources
   * @secure
   */
  export namespace ListSources {
    export type RequestParams = {
      /** Id of the organization that the key belongs to. */
      organizationId: string;
      /** Id of the project that the key belongs to. */
      projectId: string;
    };
    export type RequestQuery = {
      /** JSON object in the style of document databases, such as `{"status":"running"}`. Operators: `$eq` `$ne` `$gt` `$gte` `$lt` `$lte` `$in` `$nin` `$exists` `$type` `$regex` `$options` `$mod` `$not` `$all` `$elemMatch` `$size` `$and` `$or` `$nor`. Fields: `_id`, `name`, `source_type`, `sync_status`, `sync_error`, `domain`, `file_size`, `file_type`, `page_count`, `crawling_strategy`, `max_pages`, `max_depth`, `include_patterns`, `exclude_patterns`, `frequency_days`, `crawler`, `crawl`, `last_crawled_at`, `next_crawl_at`, `created_by`, `created_at`, `updated_at`. */
      filters?: string;
      /**
       * Page size.
       * @min 1
       * @max 100
       * @default 20
       */
      limit?: number;
      /**
       * Records to skip.
       * @min 0
       * @max 9007199254740991
       * @default 0
       */
      skip?: number;
      /** JSON object, field to 1 (ascending) or -1 (descending), at most 8. Default: `created_at` descending. */
      sort?: string;
    };
    export type RequestBody = never;
    export type RequestHeaders = {};
    export type ResponseBody = {
      data: {
        items: Source[];
        /** Where a page stands in the whole list. */
        pagination: Pagination;
      };
      /** Human-readable text. */
      message: string;
      status: "success";
      /** Same value as the HTTP status. */
      status_code: 200;
    };
  }

  /**
   * @description Full-text search in the languages of the pages. Passages with all or most of the words come first. A misspelled word is replaced by the most similar word that a page has.
   * @tags Knowledge base
   * @name SearchSources
   * @summary Search the knowledge base
   * @request GET:/api/organizations/{organization_id}/projects/{project_id}/sources/search
   * @secure
   */
  export namespace SearchSources {
    export type RequestParams = {
      /** Id of the organization that the key belongs to. */
      organizationId: string;
      /** Id of the project that the key belongs to. */
      projectId: string;
    };
    export type RequestQuery = {
      /**
       * Passages at most.
       * @min 1
       * @max 20
       * @default 5
       */
      limit?: number;
      /**
       * A natural question, or words. `"words in quotes"` are a phrase, `-word` is excluded, `OR` separates alternatives.
       * @minLength 1
       * @maxLength 500
       */
      q: string;
    };
    export type RequestBody = never;
    export type RequestHeaders = {};
    export type ResponseBody = {
      data: {
        items: Passage[];
      };
      /** Human-readable text. */
      message: string;
      status: "success";
      /** Same value as the HTTP status. */
      status_code: 200;
    };
  }

  /**
   * No description
   * @tags Knowledge base
   * @name ListSourcePages
   * @summary List the indexed pages of a source
   * @request GET:/api/organizations/{organization_id}/projects/{project_id}/sources/{source_id}/pages
   * @secure
   */
  export namespace ListSourcePages {
    export type RequestParams = {
      /** Id of the organization that the key belongs to. */
      organizationId: string;
      /** Id of the project that the key belongs to. */
      projectId: string;
      /** Id of the source, one of this project. */
      sourceId: string;
    };
    export type RequestQuery = {
      /** JSON object in the style of document databases, such as `{"status":"running"}`. Operators: `$eq` `$ne` `$gt` `$gte` `$lt` `$lte` `$in` `$nin` `$exists` `$type` `$regex` `$options` `$mod` `$not` `$all` `$elemMatch` `$size` `$and` `$or` `$nor`. Fields: `_id`, `url`, `title`, `language`, `chunk_count`, `byte_size`, `first_indexed_at`, `indexed_at`. */
      filters?: string;
      /**
       * Page size.
       * @min 1
       * @max 100
       * @default 20
       */
      limit?: number;
      /**
       * Records to skip.
       * @min 0
       * @max 9007199254740991
       * @default 0
       */
      skip?: number;
      /** JSON object, field to 1 (ascending) or -1 (descending), at most 8. Default: `first_indexed_at` ascending. */
      sort?: string;
    };
    export type RequestBody = never;
    export type RequestHeaders = {};
    export type ResponseBody = {
      data: {
        items: IndexedPage[];
        /** Where a page stands in the whole list. */
        pagination: Pagination;
      };
      /** Human-readable text. */
      message: string;
      status: "success";
      /** Same value as the HTTP status. */
      status_code: 200;
    };
  }

  /**
   * @description Each URL with its outcome and the reason. Links to other sites are not stored.
   * @tags Knowledge base
   * @name ListCrawlUrls
   * @summary List the URLs of the last crawl
   * @request GET:/api/organizations/{organization_id}/projects/{project_id}/sources/{source_id}/crawl-urls
   * @secure
   */
  export namespace ListCrawlUrls {
    export type RequestParams = {
      /** Id of the organization that the key belongs to. */
      organizationId: string;
      /** Id of the project that the key belongs to. */
      projectId: string;
      /** Id of the source, one of this project. */
      sourceId: string;
    };
    export type RequestQuery = {
      /** JSON object in the style of document databases, such as `{"status":"running"}`. Operators: `$eq` `$ne` `$gt` `$gte` `$lt` `$lte` `$in` `$nin` `$exists` `$type` `$regex` `$options` `$mod` `$not` `$all` `$elemMatch` `$size` `$and` `$or` `$nor`. Fields: `_id`, `position`, `url`, `state`, `reason`, `detail`, `depth`, `found_on`, `leads_to`, `status_code`, `bytes`, `attempts`, `settled_at`. */
      filters?: string;
      /**
       * Page size.
       * @min 1
       * @max 100
       * @default 20
       */
      limit?: number;
      /**
       * Records to skip.
       * @min 0
       * @max 9007199254740991
       * @default 0
       */
      skip?: number;
      /** JSON object, field to 1 (ascending) or -1 (descending), at most 8. Default: in the order in which the crawl found them. */
      sort?: string;
    };
    export type RequestBody = never;
    export type RequestHeaders = {};
    export type ResponseBody = {
      data: {
        items: CrawlUrl[];
        /** Where a page stands in the whole list. */
        pagination: Pagination;
      };
      /** Human-readable text. */
      message: string;
      status: "success";
      /** Same value as the HTTP status. */
      status_code: 200;
    };
  }

  /**
   * No description
   * @tags Analytics
   * @name OrganizationChatAnalytics
   * @summary Chat analytics of the organization
   * @request GET:/api/organizations/{organization_id}/analytics
   * @secure
   */
  export namespace OrganizationChatAnalytics {
    export type RequestParams = {
      /** Id of the organization that the key belongs to. */
      organizationId: string;
    };
    export type RequestQuery = {
      /** One channel alone. */
      channel_type?: "voice" | "whatsapp" | "web" | "telegram";
      /** Ends the span, included; a date alone counts to its end (UTC). ISO 8601: a date, or an instant, which is UTC without an offset. */
      end_date?: string;
      /** One project alone. */
      project_id?: string;
      /** Begins the span; a date alone counts from its start (UTC). ISO 8601: a date, or an instant, which is UTC without an offset. */
      start_date?: string;
    };
    export type RequestBody = never;
    export type RequestHeaders = {};
    export type ResponseBody = {
      /** What happened in the chats of a span, in all and by day, ISO week, month or year, UTC. */
      data: ChatAnalytics;
      /** Human-readable text. */
      message: string;
      status: "success";
      /** Same value as the HTTP status. */
      status_code: 200;
    };
  }

  /**
   * No description
   * @tags Analytics
   * @name ProjectChatAnalytics
   * @summary Chat analytics of a project
   * @request GET:/api/organizations/{organization_id}/projects/{project_id}/analytics
   * @secure
   */
  export namespace ProjectChatAnalytics {
    export type RequestParams = {
      /** Id of the organization that the key belongs to. */
      organizationId: string;
      /** Id of the project that the key belongs to. */
      projectId: string;
    };
    export type RequestQuery = {
      /** One channel alone. */
      channel_type?: "voice" | "whatsapp" | "web" | "telegram";
      /** Ends the span, included; a date alone counts to its end (UTC). ISO 8601: a date, or an instant, which is UTC without an offset. */
      end_date?: string;
      /** Begins the span; a date alone counts from its start (UTC). ISO 8601: a date, or an instant, which is UTC without an offset. */
      start_date?: string;
    };
    export type RequestBody = never;
    export type RequestHeaders = {};
    export type ResponseBody = {
      /** What happened in the chats of a span, in all and by day, ISO week, month or year, UTC. */
      data: ChatAnalytics;
      /** Human-readable text. */
      message: string;
      status: "success";
      /** Same value as the HTTP status. */
      status_code: 200;
    };
  }

  /**
   * No description
   * @tags Analytics
   * @name OrganizationVoiceAnalytics
   * @summary Voice analytics of the organization
   * @request GET:/api/organizations/{organization_id}/conversation-analytics
   * @secure
   */
  export namespace OrganizationVoiceAnalytics {
    export type RequestParams = {
      /** Id of the organization that the key belongs to. */
      organizationId: string;
    };
    export type RequestQuery = {
      /** JSON object in the style of document databases, such as `{"status":"running"}`. Operators: `$eq` `$ne` `$gt` `$gte` `$lt` `$lte` `$in` `$nin` `$exists` `$type` `$regex` `$options` `$mod` `$not` `$all` `$elemMatch` `$size` `$and` `$or` `$nor`. Fields: `_id`, `status`, `outcome`, `conversation_type`, `channel_type`, `phone_number`, `campaign_id`, `customer_profile_id`, `start_time`, `answered_at`, `end_time`, `duration_seconds`, `created_at`. */
      filters?: string;
      /**
       * Checked, without effect.
       * @min 1
       * @max 1000
       * @default 20
       */
      limit?: number;
      /**
       * Records to skip.
       * @min 0
       * @max 9007199254740991
       * @default 0
       */
      skip?: number;
      /** JSON object, field to 1 (ascending) or -1 (descending), at most 8. Default: none; it has no effect here. */
      sort?: string;
    };
    export type RequestBody = never;
    export type RequestHeaders = {};
    export type ResponseBody = {
      /** Voice conversations that match, in all and by day. */
      data: VoiceAnalytics;
      /** Human-readable text. */
      message: string;
      status: "success";
      /** Same value as the HTTP status. */
      status_code: 200;
    };
  }

  /**
   * No description
   * @tags Analytics
   * @name ProjectVoiceAnalytics
   * @summary Voice analytics of a project
   * @request GET:/api/organizations/{organization_id}/projects/{project_id}/conversation-analytics
   * @secure
   */
  export namespace ProjectVoiceAnalytics {
    export type RequestParams = {
      /** Id of the organization that the key belongs to. */
      organizationId: string;
      /** Id of the project that the key belongs to. */
      projectId: string;
    };
    export type RequestQuery = {
      /** JSON object in the style of document databases, such as `{"status":"running"}`. Operators: `$eq` `$ne` `$gt` `$gte` `$lt` `$lte` `$in` `$nin` `$exists` `$type` `$regex` `$options` `$mod` `$not` `$all` `$elemMatch` `$size` `$and` `$or` `$nor`. Fields: `_id`, `status`, `outcome`, `conversation_type`, `channel_type`, `phone_number`, `campaign_id`, `customer_profile_id`, `start_time`, `answered_at`, `end_time`, `duration_seconds`, `created_at`. */
      filters?: string;
      /**
       * Checked, without effect.
       * @min 1
       * @max 1000
       * @default 20
       */
      limit?: number;
      /**
       * Records to skip.
       * @min 0
       * @max 9007199254740991
       * @default 0
       */
      skip?: number;
      /** JSON object, field to 1 (ascending) or -1 (descending), at most 8. Default: none; it has no effect here. */
      sort?: string;
    };
    export type RequestBody = never;
    export type RequestHeaders = {};
    export type ResponseBody = {
      /** Voice conversations that match, in all and by day. */
      data: VoiceAnalytics;
      /** Human-readable text. */
      message: string;
      status: "success";
      /** Same value as the HTTP status. */
      status_code: 200;
    };
  }

  /**
   * @description Dials now or refuses; a refused call is not queued. Scope: `calls:create`.
   * @tags Calls
   * @name TriggerCall
   * @summary Place a call at once
   * @request POST:/api/organizations/{organization_id}/projects/{project_id}/campaigns/{campaign_id}/trigger-call
   * @secure
   */
  export namespace TriggerCall {
    export type RequestParams = {
      /** Id of the campaign, one of this project. */
      campaignId: string;
      /** Id of the organization that the key belongs to. */
      organizationId: string;
      /** Id of the project that the key belongs to. */
      projectId: string;
    };
    export type RequestQuery = {};
    export type RequestBody = CustomerInput;
    export type RequestHeaders = {
      /**
       * The same key with the same request gives the same answer for 24 hours, and does nothing again; with another request it is refused (409). 202 while the outcome is not known.
       * @minLength 1
       * @maxLength 255
       */
      "idempotency-key"?: string;
    };
    export type ResponseBody = {
      /** A call that the carrier has taken. */
      data: TriggeredCall;
      /** Human-readable text. */
      message: string;
      status: "success";
      /** Same value as the HTTP status. */
      status_code: 200;
    };
  }

  /**
   * @description A chat of your own with an agent. Scope: `agents:chat`.
   * @tags Agents
   * @name BeginAgentConversation
   * @summary Begin a conversation with an agent
   * @request POST:/api/organizations/{organization_id}/projects/{project_id}/agents/{agent_id}/conversations
   * @secure
   */
  export namespace BeginAgentConversation {
    export type RequestParams = {
      /** Id of the agent, one of this project. */
      agentId: string;
      /** Id of the organization that the key belongs to. */
      organizationId: string;
      /** Id of the project that the key belongs to. */
      projectId: string;
    };
    export type RequestQuery = {};
    export type RequestBody = BeginAgentConversationInput;
    export type RequestHeaders = {
      /**
       * The same key with the same request gives the same answer for 24 hours, and does nothing again; with another request it is refused (409). 202 while the outcome is not known.
       * @minLength 1
       * @maxLength 255
       */
      "idempotency-key"?: string;
    };
    export type ResponseBody = {
      /** A conversation with an agent that has begun. */
      data: AgentConversation;
      /** Human-readable text. */
      message: string;
      status: "success";
      /** Same value as the HTTP status. */
      status_code: 201;
    };
  }

  /**
   * @description The answer comes as a stream, sentence by sentence. It is made even if the stream breaks; the same request with the same `Idempotency-Key` gives it again. At most three requests of a conversation wait at a time. Scope: `agents:chat`.
   * @tags Agents
   * @name SendAgentMessage
   * @summary Write to an agent and read its answer
   * @request POST:/api/organizations/{organization_id}/projects/{project_id}/conversations/{conversation_id}/messages
   * @secure
   */
  export namespace SendAgentMessage {
    export type RequestParams = {
      /** Id of a conversation that began over the web channel. */
      conversationId: string;
      /** Id of the organization that the key belongs to. */
      organizationId: string;
      /** Id of the project that the key belongs to. */
      projectId: string;
    };
    export type RequestQuery = {};
    export type RequestBody = AgentMessageInput;
    export type RequestHeaders = {
      /**
       * The same key with the same request gives the same answer for 24 hours, and does nothing again; with another request it is refused (409). 202 while the outcome is not known.
       * @minLength 1
       * @maxLength 255
       */
      "idempotency-key"?: string;
    };
    export type ResponseBody = string;
  }

  /**
   * @description With `person` the agent says nothing more, whatever it is about to send. With `agent` it answers what nobody has answered. A call stays with its agent. Scope: `agents:manage`.
   * @tags Agents
   * @name SetConversationMode
   * @summary Take a conversation over, or give it back
   * @request POST:/api/organizations/{organization_id}/projects/{project_id}/conversations/{conversation_id}/mode
   * @secure
   */
  export namespace SetConversationMode {
    export type RequestParams = {
      /** Id of the conversation. */
      conversationId: string;
      /** Id of the organization that the key belongs to. */
      organizationId: string;
      /** Id of the project that the key belongs to. */
      projectId: string;
    };
    export type RequestQuery = {};
    export type RequestBody = ConversationModeInput;
    export type RequestHeaders = {};
    export type ResponseBody = {
      /** Who answers a conversation. */
      data: AnsweredMode;
      /** Human-readable text. */
      message: string;
      status: "success";
      /** Same value as the HTTP status. */
      status_code: 200;
    };
  }

  /**
   * @description 404 where no agent leads the conversation.
   * @tags Agents
   * @name GetConversationMode
   * @summary Get who answers a conversation
   * @request GET:/api/organizations/{organization_id}/projects/{project_id}/conversations/{conversation_id}/mode
   * @secure
   */
  export namespace GetConversationMode {
    export type RequestParams = {
      /** Id of the conversation. */
      conversationId: string;
      /** Id of the organization that the key belongs to. */
      organizationId: string;
      /** Id of the project that the key belongs to. */
      projectId: string;
    };
    export type RequestQuery = {};
    export type RequestBody = never;
    export type RequestHeaders = {};
    export type ResponseBody = {
      /** A conversation of an agent, and who answers it. */
      data: LedConversation;
      /** Human-readable text. */
      message: string;
      status: "success";
      /** Same value as the HTTP status. */
      status_code: 200;
    };
  }

  /**
   * @description The merged profile comes back with its id, and what came by its numbers, addresses and identities goes to it, also what came since the merge. Linking never merges the two again. Repeated, it changes nothing and answers the same. Scope: `profiles:manage`.
   * @tags Customer profiles
   * @name SeparateCustomerProfile
   * @summary Undo a merge
   * @request POST:/api/organizations/{organization_id}/projects/{project_id}/customer-profiles/{customer_profile_id}/separate
   * @secure
   */
  export namespace SeparateCustomerProfile {
    export type RequestParams = {
      /** Id of the profile, or of one that was merged into it. */
      customerProfileId: string;
      /** Id of the organization that the key belongs to. */
      organizationId: string;
      /** Id of the project that the key belongs to. */
      projectId: string;
    };
    export type RequestQuery = {};
    export type RequestBody = SeparationInput;
    export type RequestHeaders = {};
    export type ResponseBody = {
      /** What moved when a merge was undone. */
      data: SeparatedProfiles;
      /** Human-readable text. */
      message: string;
      status: "success";
      /** Same value as the HTTP status. */
      status_code: 200;
    };
  }

  /**
   * @description One JSON document: the profile, what was merged into it, conversations with transcripts, messages, tickets, calls, sends, opt-outs, entries of the do-not-call list, rows of files that are not calls yet, and what agents did. If the export fails on its way, the connection breaks, and so the document is not whole. Scope: `profiles:manage`; in the management API, the role editor.
   * @tags Customer profiles
   * @name ExportCustomerProfile
   * @summary Export all that is known of a person
   * @request GET:/api/organizations/{organization_id}/projects/{project_id}/customer-profiles/{customer_profile_id}/export
   * @secure
   */
  export namespace ExportCustomerProfile {
    export type RequestParams = {
      /** Id of the profile, or of one that was merged into it. */
      customerProfileId: string;
      /** Id of the organization that the key belongs to. */
      organizationId: string;
      /** Id of the project that the key belongs to. */
      projectId: string;
    };
    export type RequestQuery = {};
    export type RequestBody = never;
    export type RequestHeaders = {};
    export type ResponseBody = string;
  }

  /**
   * @description The number may be called again. Calls that were canceled stay canceled, and the entry stays in the history. Scope: `suppressions:manage`.
   * @tags Do not call
   * @name EndDoNotCall
   * @summary End an entry of the do-not-call list
   * @request POST:/api/organizations/{organization_id}/do-not-call/{number}/end
   * @secure
   */
  export namespace EndDoNotCall {
    export type RequestParams = {
      /** The number with its country code, such as `+14155550123`. */
      number: string;
      /** Id of the organization that the key belongs to. */
      organizationId: string;
    };
    export type RequestQuery = {};
    export type RequestBody = EndDoNotCallInput;
    export type RequestHeaders = {};
    export type ResponseBody = {
      data: EndedDoNotCall;
      /** Human-readable text. */
      message: string;
      status: "success";
      /** Same value as the HTTP status. */
      status_code: 200;
    };
  }

  /**
   * @description The crawl starts by itself; the list of sources shows its progress. No scope is needed.
   * @tags Knowledge base
   * @name UploadDomain
   * @summary Add a domain to crawl
   * @request POST:/api/organizations/{organization_id}/projects/{project_id}/sources/domains
   * @secure
   */
  export namespace UploadDomain {
    export type RequestParams = {
      /** Id of the organization that the key belongs to. */
      organizationId: string;
      /** Id of the project that the key belongs to. */
      projectId: string;
    };
    export type RequestQuery = {};
    export type RequestBody = UploadDomainInput;
    export type RequestHeaders = {};
    export type ResponseBody = {
      data: null;
      /** Human-readable text. */
      message: string;
      status: "success";
      /** Same value as the HTTP status. */
      status_code: 201;
    };
  }

  /**
   * @description Ends a crawl that waits or runs; the pages that it has indexed stay. A crawl that has ended does not change. The request has no body. No scope is needed.
   * @tags Knowledge base
   * @name CancelCrawl
   * @summary End the crawl of a domain
   * @request POST:/api/organizations/{organization_id}/projects/{project_id}/sources/{source_id}/cancel
   * @secure
   */
  export namespace CancelCrawl {
    export type RequestParams = {
      /** Id of the organization that the key belongs to. */
      organizationId: string;
      /** Id of the project that the key belongs to. */
      projectId: string;
      /** Id of the source, one of this project. */
      sourceId: string;
    };
    export type RequestQuery = {};
    export type RequestBody = never;
    export type RequestHeaders = {};
    export type ResponseBody = {
      /** The result of a request to end a crawl. */
      data: CancelledCrawl;
      /** Human-readable text. */
      message: string;
      status: "success";
      /** Same value as the HTTP status. */
      status_code: 200;
    };
  }

  /**
   * @description Nothing more is sent to it, and its deliveries are deleted. Scope: `webhooks:manage`.
   * @tags Webhooks
   * @name DeleteWebhookEndpoint
   * @summary Remove a webhook endpoint
   * @request DELETE:/api/organizations/{organization_id}/projects/{project_id}/webhook-endpoints/{endpoint_id}
   * @secure
   */
  export namespace DeleteWebhookEndpoint {
    export type RequestParams = {
      /** Id of the endpoint of webhooks, one of this project. */
      endpointId: string;
      /** Id of the organization that the key belongs to. */
      organizationId: string;
      /** Id of the project that the key belongs to. */
      projectId: string;
    };
    export type RequestQuery = {};
    export type RequestBody = never;
    export type RequestHeaders = {};
    export type ResponseBody = {
      data: RemovedWebhookEndpoint;
      /** Human-readable text. */
      message: string;
      status: "success";
      /** Same value as the HTTP status. */
      status_code: 200;
    };
  }

  /**
   * No description
   * @tags Webhooks
   * @name GetWebhookEndpoint
   * @summary Get a webhook endpoint
   * @request GET:/api/organizations/{organization_id}/projects/{project_id}/webhook-endpoints/{endpoint_id}
   * @secure
   */
  export namespace GetWebhookEndpoint {
    export type RequestParams = {
      /** Id of the webhook endpoint. */
      endpointId: string;
      /** Id of the organization that the key belongs to. */
      organizationId: string;
      /** Id of the project that the key belongs to. */
      projectId: string;
    };
    export type RequestQuery = {};
    export type RequestBody = never;
    export type RequestHeaders = {};
    export type ResponseBody = {
      data: ConfiguredWebhookEndpoint;
      /** Human-readable text. */
      message: string;
      status: "success";
      /** Same value as the HTTP status. */
      status_code: 200;
    };
  }

  /**
   * @description Takes the fields of the declaration, also a new name. `If-Match` names the revision that it is based on.
   * @tags Webhooks
   * @name UpdateWebhookEndpoint
   * @summary Change a webhook endpoint
   * @request PATCH:/api/organizations/{organization_id}/projects/{project_id}/webhook-endpoints/{endpoint_id}
   * @secure
   */
  export namespace UpdateWebhookEndpoint {
    export type RequestParams = {
      /** Id of the webhook endpoint. */
      endpointId: string;
      /** Id of the organization that the key belongs to. */
      organizationId: string;
      /** Id of the project that the key belongs to. */
      projectId: string;
    };
    export type RequestQuery = {
      /**
       * Changes nothing; the answer is what would change, and what that does.
       * @default false
       */
      dry_run?: boolean;
    };
    export type RequestBody = WebhookEndpointPatchInput;
    export type RequestHeaders = {
      /** The `ETag` of the record that the edit is based on. It is required. */
      "if-match"?: string;
    };
    export type ResponseBody = {
      data: ConfiguredWebhookEndpoint | DryRun;
      /** Human-readable text. */
      message: string;
      status: "success";
      /** Same value as the HTTP status. */
      status_code: 200;
    };
  }

  /**
   * @description Sends `webhook.test` at once and waits up to 15 s for the answer. It is no delivery: it is not repeated, and does not count. Scope: `webhooks:manage`.
   * @tags Webhooks
   * @name TestWebhookEndpoint
   * @summary Send a test event to a webhook endpoint
   * @request POST:/api/organizations/{organization_id}/projects/{project_id}/webhook-endpoints/{endpoint_id}/test
   * @secure
   */
  export namespace TestWebhookEndpoint {
    export type RequestParams = {
      /** Id of the endpoint of webhooks, one of this project. */
      endpointId: string;
      /** Id of the organization that the key belongs to. */
      organizationId: string;
      /** Id of the project that the key belongs to. */
      projectId: string;
    };
    export type RequestQuery = {};
    export type RequestBody = never;
    export type RequestHeaders = {};
    export type ResponseBody = {
      data: TestedWebhookEndpoint;
      /** Human-readable text. */
      message: string;
      status: "success";
      /** Same value as the HTTP status. */
      status_code: 200;
    };
  }

  /**
   * @description While the former secret is kept, each request has the signatures of both, so that the receiver can change over. Only the last two secrets sign: replaced again meanwhile, the one before ends at once. Scope: `webhooks:manage`.
   * @tags Webhooks
   * @name RotateWebhookSecret
   * @summary Replace a webhook endpoint's secret
   * @request POST:/api/organizations/{organization_id}/projects/{project_id}/webhook-endpoints/{endpoint_id}/rotate-secret
   * @secure
   */
  export namespace RotateWebhookSecret {
    export type RequestParams = {
      /** Id of the endpoint of webhooks, one of this project. */
      endpointId: string;
      /** Id of the organization that the key belongs to. */
      organizationId: string;
      /** Id of the project that the key belongs to. */
      projectId: string;
    };
    export type RequestQuery = {};
    export type RequestBody = WebhookSecretRotationInput;
    export type RequestHeaders = {};
    export type ResponseBody = {
      data: RotatedWebhookSecret;
      /** Human-readable text. */
      message: string;
      status: "success";
      /** Same value as the HTTP status. */
      status_code: 200;
    };
  }

  /**
   * @description Deliveries are held until it is enabled, at most 30 days. Scope: `webhooks:manage`.
   * @tags Webhooks
   * @name DisableWebhookEndpoint
   * @summary Disable a webhook endpoint
   * @request POST:/api/organizations/{organization_id}/projects/{project_id}/webhook-endpoints/{endpoint_id}/disable
   * @secure
   */
  export namespace DisableWebhookEndpoint {
    export type RequestParams = {
      /** Id of the endpoint of webhooks, one of this project. */
      endpointId: string;
      /** Id of the organization that the key belongs to. */
      organizationId: string;
      /** Id of the project that the key belongs to. */
      projectId: string;
    };
    export type RequestQuery = {};
    export type RequestBody = never;
    export type RequestHeaders = {};
    export type ResponseBody = {
      data: DisabledWebhookEndpoint;
      /** Human-readable text. */
      message: string;
      status: "success";
      /** Same value as the HTTP status. */
      status_code: 200;
    };
  }

  /**
   * @description It counts as one that has never failed. Scope: `webhooks:manage`.
   * @tags Webhooks
   * @name EnableWebhookEndpoint
   * @summary Enable a webhook endpoint
   * @request POST:/api/organizations/{organization_id}/projects/{project_id}/webhook-endpoints/{endpoint_id}/enable
   * @secure
   */
  export namespace EnableWebhookEndpoint {
    export type RequestParams = {
      /** Id of the endpoint of webhooks, one of this project. */
      endpointId: string;
      /** Id of the organization that the key belongs to. */
      organizationId: string;
      /** Id of the project that the key belongs to. */
      projectId: string;
    };
    export type RequestQuery = {};
    export type RequestBody = EnableWebhookEndpointInput;
    export type RequestHeaders = {};
    export type ResponseBody = {
      data: EnabledWebhookEndpoint;
      /** Human-readable text. */
      message: string;
      status: "success";
      /** Same value as the HTTP status. */
      status_code: 200;
    };
  }

  /**
   * @description With the same `webhook-id`, whatever its state is. Its schedule begins anew. For a disabled endpoint it is held. Scope: `webhooks:manage`.
   * @tags Webhooks
   * @name ResendWebhookDelivery
   * @summary Send a delivery again
   * @request POST:/api/organizations/{organization_id}/projects/{project_id}/webhook-endpoints/{endpoint_id}/deliveries/{delivery_id}/resend
   * @secure
   */
  export namespace ResendWebhookDelivery {
    export type RequestParams = {
      /** Id of the delivery: the `webhook-id` of its requests. */
      deliveryId: string;
      /** Id of the endpoint of webhooks, one of this project. */
      endpointId: string;
      /** Id of the organization that the key belongs to. */
      organizationId: string;
      /** Id of the project that the key belongs to. */
      projectId: string;
    };
    export type RequestQuery = {};
    export type RequestBody = never;
    export type RequestHeaders = {};
    export type ResponseBody = {
      data: ResentWebhookDelivery;
      /** Human-readable text. */
      message: string;
      status: "success";
      /** Same value as the HTTP status. */
      status_code: 200;
    };
  }

  /**
   * @description At most 100,000, with the same `webhook-id` each. They go only while nothing new is due. Scope: `webhooks:manage`.
   * @tags Webhooks
   * @name ResendWebhookDeliveries
   * @summary Send deliveries again, by a filter
   * @request POST:/api/organizations/{organization_id}/projects/{project_id}/webhook-endpoints/{endpoint_id}/resend
   * @secure
   */
  export namespace ResendWebhookDeliveries {
    export type RequestParams = {
      /** Id of the endpoint of webhooks, one of this project. */
      endpointId: string;
      /** Id of the organization that the key belongs to. */
      organizationId: string;
      /** Id of the project that the key belongs to. */
      projectId: string;
    };
    export type RequestQuery = {};
    export type RequestBody = ResendWebhookDeliveriesInput;
    export type RequestHeaders = {};
    export type ResponseBody = {
      data: ResentWebhookDeliveries;
      /** Human-readable text. */
      message: string;
      status: "success";
      /** Same value as the HTTP status. */
      status_code: 200;
    };
  }

  /**
   * @description A waiting call is canceled, one under way is ended at the carrier and not dialed again, one that is over stays as it is. The body may be left out. Scope: `calls:create`.
   * @tags Calls
   * @name CancelCall
   * @summary End a call wherever it stands
   * @request POST:/api/organizations/{organization_id}/projects/{project_id}/campaigns/{campaign_id}/calls/{campaign_queue_id}/cancel
   * @secure
   */
  export namespace CancelCall {
    export type RequestParams = {
      /** Id of the campaign, one of this project. */
      campaignId: string;
      /** Id of the call, one of this campaign. */
      campaignQueueId: string;
      /** Id of the organization that the key belongs to. */
      organizationId: string;
      /** Id of the project that the key belongs to. */
      projectId: string;
    };
    export type RequestQuery = {};
    export type RequestBody = object;
    export type RequestHeaders = {};
    export type ResponseBody = {
      /** The result of a request to end a call. */
      data: CanceledCall;
      /** Human-readable text. */
      message: string;
      status: "success";
      /** Same value as the HTTP status. */
      status_code: 200;
    };
  }

  /**
   * @description The answer sets the cookie of a session: 12 hours without a request, 30 days at most.
   * @tags Session
   * @name SignIn
   * @summary Sign in
   * @request POST:/api/sign-in
   */
  export namespace SignIn {
    export type RequestParams = {};
    export type RequestQuery = {};
    export type RequestBody = SignInInputInput;
    export type RequestHeaders = {};
    export type ResponseBody = {
      /** The person who is signed in. */
      data: Me;
      /** Human-readable text. */
      message: string;
      status: "success";
      /** Same value as the HTTP status. */
      status_code: 200;
    };
  }

  /**
   * @description What a link is for, before it is used. It stays good.
   * @tags Session
   * @name CheckLink
   * @summary Check a link
   * @request POST:/api/links/check
   */
  export namespace CheckLink {
    export type RequestParams = {};
    export type RequestQuery = {};
    export type RequestBody = CheckLinkInputInput;
    export type RequestHeaders = {};
    export type ResponseBody = {
      /** What a link is for. */
      data: Link;
      /** Human-readable text. */
      message: string;
      status: "success";
      /** Same value as the HTTP status. */
      status_code: 200;
    };
  }

  /**
   * @description Sets the password and signs the person in; their other sessions end. A link is good once.
   * @tags Session
   * @name AcceptLink
   * @summary Use a link
   * @request POST:/api/links/accept
   */
  export namespace AcceptLink {
    export type RequestParams = {};
    export type RequestQuery = {};
    export type RequestBody = AcceptLinkInputInput;
    export type RequestHeaders = {};
    export type ResponseBody = {
      /** The person who is signed in. */
      data: Me;
      /** Human-readable text. */
      message: string;
      status: "success";
      /** Same value as the HTTP status. */
      status_code: 200;
    };
  }

  /**
   * No description
   * @tags Session
   * @name SignOut
   * @summary Sign out
   * @request POST:/api/sign-out
   * @secure
   */
  export namespace SignOut {
    export type RequestParams = {};
    export type RequestQuery = {};
    export type RequestBody = never;
    export type RequestHeaders = {};
    export type ResponseBody = {
      data: null;
      /** Human-readable text. */
      message: string;
      status: "success";
      /** Same value as the HTTP status. */
      status_code: 200;
    };
  }

  /**
   * No description
   * @tags Session
   * @name GetMe
   * @summary Get who is signed in
   * @request GET:/api/me
   * @secure
   */
  export namespace GetMe {
    export type RequestParams = {};
    export type RequestQuery = {};
    export type RequestBody = never;
    export type RequestHeaders = {};
    export type ResponseBody = {
      /** The person who is signed in, and how. */
      data: SignedIn;
      /** Human-readable text. */
      message: string;
      status: "success";
      /** Same value as the HTTP status. */
      status_code: 200;
    };
  }

  /**
   * No description
   * @tags Session
   * @name UpdateMe
   * @summary Change your name and how the dashboard looks
   * @request PATCH:/api/me
   * @secure
   */
  export namespace UpdateMe {
    export type RequestParams = {};
    export type RequestQuery = {};
    export type RequestBody = MePatchInput;
    export type RequestHeaders = {};
    export type ResponseBody = {
      /** The person who is signed in. */
      data: Me;
      /** Human-readable text. */
      message: string;
      status: "success";
      /** Same value as the HTTP status. */
      status_code: 200;
    };
  }

  /**
   * @description Making keys, people and secrets asks for it where it was given more than 15 minutes ago.
   * @tags Session
   * @name ConfirmPassword
   * @summary Give your password again
   * @request POST:/api/me/confirm
   * @secure
   */
  export namespace ConfirmPassword {
    export type RequestParams = {};
    export type RequestQuery = {};
    export type RequestBody = ConfirmInputInput;
    export type RequestHeaders = {};
    export type ResponseBody = {
      data: Confirmed;
      /** Human-readable text. */
      message: string;
      status: "success";
      /** Same value as the HTTP status. */
      status_code: 200;
    };
  }

  /**
   * @description All your other sessions end. Personal tokens stay.
   * @tags Session
   * @name ChangePassword
   * @summary Change your password
   * @request POST:/api/me/password
   * @secure
   */
  export namespace ChangePassword {
    export type RequestParams = {};
    export type RequestQuery = {};
    export type RequestBody = PasswordInputInput;
    export type RequestHeaders = {};
    export type ResponseBody = {
      data: null;
      /** Human-readable text. */
      message: string;
      status: "success";
      /** Same value as the HTTP status. */
      status_code: 200;
    };
  }

  /**
   * @description Signing in does not ask for it until `POST /api/me/second-factor/confirm` has seen a code.
   * @tags Session
   * @name BeginSecondFactor
   * @summary Set up a second factor
   * @request POST:/api/me/second-factor
   * @secure
   */
  export namespace BeginSecondFactor {
    export type RequestParams = {};
    export type RequestQuery = {};
    export type RequestBody = never;
    export type RequestHeaders = {};
    export type ResponseBody = {
      /** Six digits every 30 seconds (RFC 6238, SHA-1). */
      data: BegunSecondFactor;
      /** Human-readable text. */
      message: string;
      status: "success";
      /** Same value as the HTTP status. */
      status_code: 201;
    };
  }

  /**
   * @description Gives one up that was begun, too. Nothing happens where there is none.
   * @tags Session
   * @name EndSecondFactor
   * @summary Turn your second factor off
   * @request DELETE:/api/me/second-factor
   * @secure
   */
  export namespace EndSecondFactor {
    export type RequestParams = {};
    export type RequestQuery = {};
    export type RequestBody = never;
    export type RequestHeaders = {};
    export type ResponseBody = {
      data: null;
      /** Human-readable text. */
      message: string;
      status: "success";
      /** Same value as the HTTP status. */
      status_code: 200;
    };
  }

  /**
   * @description Makes signing in ask for a code from now on. All your other sessions end.
   * @tags Session
   * @name ConfirmSecondFactor
   * @summary Turn your second factor on
   * @request POST:/api/me/second-factor/confirm
   * @secure
   */
  export namespace ConfirmSecondFactor {
    export type RequestParams = {};
    export type RequestQuery = {};
    export type RequestBody = ConfirmSecondFactorInputInput;
    export type RequestHeaders = {};
    export type ResponseBody = {
      data: RecoveryCodes;
      /** Human-readable text. */
      message: string;
      status: "success";
      /** Same value as the HTTP status. */
      status_code: 200;
    };
  }

  /**
   * @description Earlier ones are no longer good.
   * @tags Session
   * @name RenewRecoveryCodes
   * @summary Make new recovery codes
   * @request POST:/api/me/second-factor/recovery-codes
   * @secure
   */
  export namespace RenewRecoveryCodes {
    export type RequestParams = {};
    export type RequestQuery = {};
    export type RequestBody = never;
    export type RequestHeaders = {};
    export type ResponseBody = {
      data: RecoveryCodes;
      /** Human-readable text. */
      message: string;
      status: "success";
      /** Same value as the HTTP status. */
      status_code: 200;
    };
  }

  /**
   * No description
   * @tags Session
   * @name ListSessions
   * @summary List your sessions
   * @request GET:/api/me/sessions
   * @secure
   */
  export namespace ListSessions {
    export type RequestParams = {};
    export type RequestQuery = {
      /**
       * Page size.
       * @min 1
       * @max 100
       * @default 20
       */
      limit?: number;
      /**
       * Records to skip.
       * @min 0
       * @max 9007199254740991
       * @default 0
       */
      skip?: number;
    };
    export type RequestBody = never;
    export type RequestHeaders = {};
    export type ResponseBody = {
      data: {
        items: Session[];
        /** Where a page stands in the whole list. */
        pagination: Pagination;
      };
      /** Human-readable text. */
      message: string;
      status: "success";
      /** Same value as the HTTP status. */
      status_code: 200;
    };
  }

  /**
   * No description
   * @tags Session
   * @name EndSession
   * @summary End one of your sessions
   * @request DELETE:/api/me/sessions/{session_id}
   * @secure
   */
  export namespace EndSession {
    export type RequestParams = {
      /** Id of one of your sessions. */
      sessionId: string;
    };
    export type RequestQuery = {};
    export type RequestBody = never;
    export type RequestHeaders = {};
    export type ResponseBody = {
      data: null;
      /** Human-readable text. */
      message: string;
      status: "success";
      /** Same value as the HTTP status. */
      status_code: 200;
    };
  }

  /**
   * No description
   * @tags Session
   * @name ListTokens
   * @summary List your personal tokens
   * @request GET:/api/me/tokens
   * @secure
   */
  export namespace ListTokens {
    export type RequestParams = {};
    export type RequestQuery = {
      /**
       * Page size.
       * @min 1
       * @max 100
       * @default 20
       */
      limit?: number;
      /**
       * Records to skip.
       * @min 0
       * @max 9007199254740991
       * @default 0
       */
      skip?: number;
    };
    export type RequestBody = never;
    export type RequestHeaders = {};
    export type ResponseBody = {
      data: {
        items: UserToken[];
        /** Where a page stands in the whole list. */
        pagination: Pagination;
      };
      /** Human-readable text. */
      message: string;
      status: "success";
      /** Same value as the HTTP status. */
      status_code: 200;
    };
  }

  /**
   * @description Makes a token for programs that act for you. Its value is shown once.
   * @tags Session
   * @name CreateToken
   * @summary Make a personal token
   * @request POST:/api/me/tokens
   * @secure
   */
  export namespace CreateToken {
    export type RequestParams = {};
    export type RequestQuery = {};
    export type RequestBody = NewUserTokenInput;
    export type RequestHeaders = {};
    export type ResponseBody = {
      /** A new personal token. */
      data: MadeUserToken;
      /** Human-readable text. */
      message: string;
      status: "success";
      /** Same value as the HTTP status. */
      status_code: 201;
    };
  }

  /**
   * No description
   * @tags Session
   * @name RevokeToken
   * @summary Revoke a personal token
   * @request DELETE:/api/me/tokens/{token_id}
   * @secure
   */
  export namespace RevokeToken {
    export type RequestParams = {
      /** Id of one of your personal tokens. */
      tokenId: string;
    };
    export type RequestQuery = {};
    export type RequestBody = never;
    export type RequestHeaders = {};
    export type ResponseBody = {
      data: null;
      /** Human-readable text. */
      message: string;
      status: "success";
      /** Same value as the HTTP status. */
      status_code: 200;
    };
  }

  /**
   * @description Organizations with their projects, by name. Operators see all.
   * @tags Organizations
   * @name ListOrganizations
   * @summary List what is open to you
   * @request GET:/api/organizations
   * @secure
   */
  export namespace ListOrganizations {
    export type RequestParams = {};
    export type RequestQuery = {
      /**
       * Page size.
       * @min 1
       * @max 100
       * @default 20
       */
      limit?: number;
      /** The organization with this id only. */
      organization_id?: string;
      /**
       * Records to skip.
       * @min 0
       * @max 9007199254740991
       * @default 0
       */
      skip?: number;
    };
    export type RequestBody = never;
    export type RequestHeaders = {};
    export type ResponseBody = {
      data: {
        items: OpenOrganization[];
        /** Where a page stands in the whole list. */
        pagination: Pagination;
      };
      /** Human-readable text. */
      message: string;
      status: "success";
      /** Same value as the HTTP status. */
      status_code: 200;
    };
  }

  /**
   * @description Gives it the plan of the declaration’s defaults unless one is given. Its projects are made afterwards.
   * @tags Organizations
   * @name CreateOrganization
   * @summary Make an organization
   * @request POST:/api/organizations
   * @secure
   */
  export namespace CreateOrganization {
    export type RequestParams = {};
    export type RequestQuery = {
      /**
       * Changes nothing; the answer is what would change, and what that does.
       * @default false
       */
      dry_run?: boolean;
    };
    export type RequestBody = NewOrganizationInput;
    export type RequestHeaders = {};
    export type ResponseBody = {
      /** What the edit would do. Nothing was changed. */
      data: DryRun;
      /** Human-readable text. */
      message: string;
      status: "success";
      /** Same value as the HTTP status. */
      status_code: 200;
    };
  }

  /**
   * No description
   * @tags People
   * @name ListPeople
   * @summary List the people of an organization
   * @request GET:/api/organizations/{organization_id}/people
   * @secure
   */
  export namespace ListPeople {
    export type RequestParams = {
      /** Id of the organization that the key belongs to. */
      organizationId: string;
    };
    export type RequestQuery = {
      /**
       * Page size.
       * @min 1
       * @max 100
       * @default 20
       */
      limit?: number;
      /**
       * Records to skip.
       * @min 0
       * @max 9007199254740991
       * @default 0
       */
      skip?: number;
    };
    export type RequestBody = never;
    export type RequestHeaders = {};
    export type ResponseBody = {
      data: {
        items: Person[];
        /** Where a page stands in the whole list. */
        pagination: Pagination;
      };
      /** Human-readable text. */
      message: string;
      status: "success";
      /** Same value as the HTTP status. */
      status_code: 200;
    };
  }

  /**
   * @description Admins invite viewers and editors, owners everybody. No message is sent: hand the link over.
   * @tags People
   * @name InvitePerson
   * @summary Give somebody a role
   * @request POST:/api/organizations/{organization_id}/people
   * @secure
   */
  export namespace InvitePerson {
    export type RequestParams = {
      /** Id of the organization that the key belongs to. */
      organizationId: string;
    };
    export type RequestQuery = {};
    export type RequestBody = NewPersonInput;
    export type RequestHeaders = {};
    export type ResponseBody = {
      data: InvitedPerson;
      /** Human-readable text. */
      message: string;
      status: "success";
      /** Same value as the HTTP status. */
      status_code: 201;
    };
  }

  /**
   * @description The person signs in again afterwards.
   * @tags People
   * @name UpdatePerson
   * @summary Change a role
   * @request PATCH:/api/organizations/{organization_id}/people/{user_id}
   * @secure
   */
  export namespace UpdatePerson {
    export type RequestParams = {
      /** Id of the organization that the key belongs to. */
      organizationId: string;
      /** Id of the person, one of this organization. */
      userId: string;
    };
    export type RequestQuery = {};
    export type RequestBody = PersonPatchInput;
    export type RequestHeaders = {};
    export type ResponseBody = {
      /** Somebody with a role in the organization. */
      data: Person;
      /** Human-readable text. */
      message: string;
      status: "success";
      /** Same value as the HTTP status. */
      status_code: 200;
    };
  }

  /**
   * @description The person keeps the roles in other organizations.
   * @tags People
   * @name RemovePerson
   * @summary Take a role away
   * @request DELETE:/api/organizations/{organization_id}/people/{user_id}
   * @secure
   */
  export namespace RemovePerson {
    export type RequestParams = {
      /** Id of the organization that the key belongs to. */
      organizationId: string;
      /** Id of the person, one of this organization. */
      userId: string;
    };
    export type RequestQuery = {};
    export type RequestBody = never;
    export type RequestHeaders = {};
    export type ResponseBody = {
      data: null;
      /** Human-readable text. */
      message: string;
      status: "success";
      /** Same value as the HTTP status. */
      status_code: 200;
    };
  }

  /**
   * @description Only for people all of whose roles you manage: the link lets in wherever they may go. Older links of the person are no longer good.
   * @tags People
   * @name CreatePersonLink
   * @summary Make a link for a lost password or invitation
   * @request POST:/api/organizations/{organization_id}/people/{user_id}/link
   * @secure
   */
  export namespace CreatePersonLink {
    export type RequestParams = {
      /** Id of the organization that the key belongs to. */
      organizationId: string;
      /** Id of the person, one of this organization. */
      userId: string;
    };
    export type RequestQuery = {};
    export type RequestBody = never;
    export type RequestHeaders = {};
    export type ResponseBody = {
      /** A link with which somebody sets a password. */
      data: PersonLink;
      /** Human-readable text. */
      message: string;
      status: "success";
      /** Same value as the HTTP status. */
      status_code: 201;
    };
  }

  /**
   * @description The person is signed out everywhere, also of other organizations, and can sign in again. Personal tokens stay. The session of this request stays, where the sessions are your own.
   * @tags People
   * @name EndPersonSessions
   * @summary End the sessions of a person
   * @request DELETE:/api/organizations/{organization_id}/people/{user_id}/sessions
   * @secure
   */
  export namespace EndPersonSessions {
    export type RequestParams = {
      /** Id of the organization that the key belongs to. */
      organizationId: string;
      /** Id of the person, one of this organization. */
      userId: string;
    };
    export type RequestQuery = {};
    export type RequestBody = never;
    export type RequestHeaders = {};
    export type ResponseBody = {
      data: {
        /**
         * How many sessions have ended.
         * @min 0
         * @max 9007199254740991
         */
        ended: number;
      };
      /** Human-readable text. */
      message: string;
      status: "success";
      /** Same value as the HTTP status. */
      status_code: 200;
    };
  }

  /**
   * @description Helps people who have lost their app and their recovery codes. Their sessions end. Only who manages all of their roles may do it.
   * @tags People
   * @name EndPersonSecondFactor
   * @summary Turn somebody's second factor off
   * @request DELETE:/api/organizations/{organization_id}/people/{user_id}/second-factor
   * @secure
   */
  export namespace EndPersonSecondFactor {
    export type RequestParams = {
      /** Id of the organization that the key belongs to. */
      organizationId: string;
      /** Id of the person, one of this organization. */
      userId: string;
    };
    export type RequestQuery = {};
    export type RequestBody = never;
    export type RequestHeaders = {};
    export type ResponseBody = {
      data: null;
      /** Human-readable text. */
      message: string;
      status: "success";
      /** Same value as the HTTP status. */
      status_code: 200;
    };
  }

  /**
   * @description Its plan, and what is used of it.
   * @tags Organizations
   * @name GetOrganization
   * @summary Get an organization
   * @request GET:/api/organizations/{organization_id}
   * @secure
   */
  export namespace GetOrganization {
    export type RequestParams = {
      /** Id of the organization that the key belongs to. */
      organizationId: string;
    };
    export type RequestQuery = {};
    export type RequestBody = never;
    export type RequestHeaders = {};
    export type ResponseBody = {
      data: ConfiguredOrganization;
      /** Human-readable text. */
      message: string;
      status: "success";
      /** Same value as the HTTP status. */
      status_code: 200;
    };
  }

  /**
   * @description Owners may change the name, operators of the installation the plan too. `If-Match` names the revision that it is based on.
   * @tags Organizations
   * @name UpdateOrganization
   * @summary Change an organization
   * @request PATCH:/api/organizations/{organization_id}
   * @secure
   */
  export namespace UpdateOrganization {
    export type RequestParams = {
      /** Id of the organization that the key belongs to. */
      organizationId: string;
    };
    export type RequestQuery = {
      /**
       * Changes nothing; the answer is what would change, and what that does.
       * @default false
       */
      dry_run?: boolean;
    };
    export type RequestBody = OrganizationPatchInput;
    export type RequestHeaders = {
      /** The `ETag` of the record that the edit is based on. It is required. */
      "if-match"?: string;
    };
    export type ResponseBody = {
      data: ConfiguredOrganization | DryRun;
      /** Human-readable text. */
      message: string;
      status: "success";
      /** Same value as the HTTP status. */
      status_code: 200;
    };
  }

  /**
   * @description What the organization may ring, what is used of the limits of the day (UTC), and what each guard refused in seven days. They are widened with `calls` of the organization.
   * @tags Organizations
   * @name GetGuards
   * @summary Get the guards of an organization
   * @request GET:/api/organizations/{organization_id}/guards
   * @secure
   */
  export namespace GetGuards {
    export type RequestParams = {
      /** Id of the organization that the key belongs to. */
      organizationId: string;
    };
    export type RequestQuery = {};
    export type RequestBody = never;
    export type RequestHeaders = {};
    export type ResponseBody = {
      data: {
        /**
         * ISO 8601 UTC, such as 2026-11-21T09:00:00.000Z.
         * @format date-time
         */
        at: string;
        /**
         * When the limits of the day count anew.
         * @format date-time
         */
        day_ends_at: string;
        guards: Guard[];
        /** The countries of the caller IDs of each project, which hold where `calls.countries` is not declared. */
        projects: {
          _id: string;
          countries: string[];
          name: string;
        }[];
      };
      /** Human-readable text. */
      message: string;
      status: "success";
      /** Same value as the HTTP status. */
      status_code: 200;
    };
  }

  /**
   * @description A stream of hints, which carry no data. `Last-Event-ID` resumes an interrupted stream. The projects that the user may not see are left out.
   * @tags Changes
   * @name StreamHints
   * @summary Follow what changes
   * @request GET:/api/organizations/{organization_id}/events
   * @secure
   */
  export namespace StreamHints {
    export type RequestParams = {
      /** Id of the organization that the key belongs to. */
      organizationId: string;
    };
    export type RequestQuery = {};
    export type RequestBody = never;
    export type RequestHeaders = {
      /**
       * The id of the last hint that the client received.
       * @maxLength 100
       */
      "last-event-id"?: string;
    };
    export type ResponseBody = string;
  }

  /**
   * @description At most 20, what fits exactly before the rest. For a number, calls that are not over come first, then its latest message if that failed or is unresolved, then the person. Numbers are looked up from 4 digits on, names from 3 characters.
   * @tags Find
   * @name Find
   * @summary Find anything by id, number or name
   * @request GET:/api/organizations/{organization_id}/find
   * @secure
   */
  export namespace Find {
    export type RequestParams = {
      /** Id of the organization that the key belongs to. */
      organizationId: string;
    };
    export type RequestQuery = {
      /**
       * What was typed.
       * @minLength 1
       * @maxLength 200
       */
      q: string;
    };
    export type RequestBody = never;
    export type RequestHeaders = {};
    export type ResponseBody = {
      data: {
        items: Found[];
      };
      /** Human-readable text. */
      message: string;
      status: "success";
      /** Same value as the HTTP status. */
      status_code: 200;
    };
  }

  /**
   * @description Also has today’s conversations beside those of the same weekday before.
   * @tags Projects
   * @name GetToday
   * @summary Get what needs a person
   * @request GET:/api/organizations/{organization_id}/projects/{project_id}/today
   * @secure
   */
  export namespace GetToday {
    export type RequestParams = {
      /** Id of the organization that the key belongs to. */
      organizationId: string;
      /** Id of the project that the key belongs to. */
      projectId: string;
    };
    export type RequestQuery = {};
    export type RequestBody = never;
    export type RequestHeaders = {};
    export type ResponseBody = {
      /** What needs a person, and how today compares. */
      data: Today;
      /** Human-readable text. */
      message: string;
      status: "success";
      /** Same value as the HTTP status. */
      status_code: 200;
    };
  }

  /**
   * @description By day, week or month of a time zone, beside the span before, each figure as in the list.
   * @tags Analytics
   * @name VoiceSeries
   * @summary Count the calls of a span
   * @request GET:/api/organizations/{organization_id}/projects/{project_id}/analytics/voice
   * @secure
   */
  export namespace VoiceSeries {
    export type RequestParams = {
      /** Id of the organization that the key belongs to. */
      organizationId: string;
      /** Id of the project that the key belongs to. */
      projectId: string;
    };
    export type RequestQuery = {
      /** Weeks begin on Monday. By day at most 93 days, by week 400, by month 1,860. Left out: the smallest that fits. */
      by?: "day" | "week" | "month";
      /** The calls of one campaign alone. */
      campaign_id?: string;
      /**
       * The first day, in the time zone.
       * @maxLength 40
       */
      from?: string;
      /**
       * Stands in place of both: the last days, today included (`30d`), or this month and those before (`12m`).
       * @pattern ^[1-9]\d{0,3}[dm]$
       */
      last?: string;
      /** Splits the figures; by campaign, into the six with the most calls and the others together. */
      split?: "campaign" | "outcome";
      /**
       * The project’s where it is left out.
       * @minLength 1
       * @maxLength 100
       */
      timezone?: string;
      /**
       * The last day, included.
       * @maxLength 40
       */
      to?: string;
    };
    export type RequestBody = never;
    export type RequestHeaders = {};
    export type ResponseBody = {
      /** Calls of a span of days, beside the span before. */
      data: VoiceSeries;
      /** Human-readable text. */
      message: string;
      status: "success";
      /** Same value as the HTTP status. */
      status_code: 200;
    };
  }

  /**
   * @description The same figures as CSV in UTF-8: a line for each bucket, and for each part of it.
   * @tags Analytics
   * @name ExportVoiceSeries
   * @summary Export the calls of a span
   * @request GET:/api/organizations/{organization_id}/projects/{project_id}/analytics/voice.csv
   * @secure
   */
  export namespace ExportVoiceSeries {
    export type RequestParams = {
      /** Id of the organization that the key belongs to. */
      organizationId: string;
      /** Id of the project that the key belongs to. */
      projectId: string;
    };
    export type RequestQuery = {
      /** Weeks begin on Monday. By day at most 93 days, by week 400, by month 1,860. Left out: the smallest that fits. */
      by?: "day" | "week" | "month";
      /** The calls of one campaign alone. */
      campaign_id?: string;
      /**
       * The first day, in the time zone.
       * @maxLength 40
       */
      from?: string;
      /**
       * Stands in place of both: the last days, today included (`30d`), or this month and those before (`12m`).
       * @pattern ^[1-9]\d{0,3}[dm]$
       */
      last?: string;
      /** Splits the figures; by campaign, into the six with the most calls and the others together. */
      split?: "campaign" | "outcome";
      /**
       * The project’s where it is left out.
       * @minLength 1
       * @maxLength 100
       */
      timezone?: string;
      /**
       * The last day, included.
       * @maxLength 40
       */
      to?: string;
    };
    export type RequestBody = never;
    export type RequestHeaders = {};
    export type ResponseBody = string;
  }

  /**
   * @description Counts by day, week or month of a time zone, beside the span before.
   * @tags Analytics
   * @name ChatSeries
   * @summary Count what happened in the chats of a span
   * @request GET:/api/organizations/{organization_id}/projects/{project_id}/analytics/chat
   * @secure
   */
  export namespace ChatSeries {
    export type RequestParams = {
      /** Id of the organization that the key belongs to. */
      organizationId: string;
      /** Id of the project that the key belongs to. */
      projectId: string;
    };
    export type RequestQuery = {
      /** Weeks begin on Monday. By day at most 93 days, by week 400, by month 1,860. Left out: the smallest that fits. */
      by?: "day" | "week" | "month";
      /**
       * The first day, in the time zone.
       * @maxLength 40
       */
      from?: string;
      /**
       * Stands in place of both: the last days, today included (`30d`), or this month and those before (`12m`).
       * @pattern ^[1-9]\d{0,3}[dm]$
       */
      last?: string;
      /** Splits the figures; by status only `sends` are split. */
      split?: "channel" | "status";
      /**
       * The project’s where it is left out.
       * @minLength 1
       * @maxLength 100
       */
      timezone?: string;
      /**
       * The last day, included.
       * @maxLength 40
       */
      to?: string;
    };
    export type RequestBody = never;
    export type RequestHeaders = {};
    export type ResponseBody = {
      /** What happened in the chats of a span of days, beside the span before. */
      data: ChatSeries;
      /** Human-readable text. */
      message: string;
      status: "success";
      /** Same value as the HTTP status. */
      status_code: 200;
    };
  }

  /**
   * @description The same figures as CSV in UTF-8: a line for each bucket, and for each part of it.
   * @tags Analytics
   * @name ExportChatSeries
   * @summary Export what happened in the chats of a span
   * @request GET:/api/organizations/{organization_id}/projects/{project_id}/analytics/chat.csv
   * @secure
   */
  export namespace ExportChatSeries {
    export type RequestParams = {
      /** Id of the organization that the key belongs to. */
      organizationId: string;
      /** Id of the project that the key belongs to. */
      projectId: string;
    };
    export type RequestQuery = {
      /** Weeks begin on Monday. By day at most 93 days, by week 400, by month 1,860. Left out: the smallest that fits. */
      by?: "day" | "week" | "month";
      /**
       * The first day, in the time zone.
       * @maxLength 40
       */
      from?: string;
      /**
       * Stands in place of both: the last days, today included (`30d`), or this month and those before (`12m`).
       * @pattern ^[1-9]\d{0,3}[dm]$
       */
      last?: string;
      /** Splits the figures; by status only `sends` are split. */
      split?: "channel" | "status";
      /**
       * The project’s where it is left out.
       * @minLength 1
       * @maxLength 100
       */
      timezone?: string;
      /**
       * The last day, included.
       * @maxLength 40
       */
      to?: string;
    };
    export type RequestBody = never;
    export type RequestHeaders = {};
    export type ResponseBody = string;
  }

  /**
   * @description Each campaign that has such calls, by name; at most 500.
   * @tags Calls
   * @name GetQueue
   * @summary Get what waits and what is under way
   * @request GET:/api/organizations/{organization_id}/projects/{project_id}/queue
   * @secure
   */
  export namespace GetQueue {
    export type RequestParams = {
      /** Id of the organization that the key belongs to. */
      organizationId: string;
      /** Id of the project that the key belongs to. */
      projectId: string;
    };
    export type RequestQuery = {};
    export type RequestBody = never;
    export type RequestHeaders = {};
    export type ResponseBody = {
      data: {
        /**
         * The instant for which all this holds.
         * @format date-time
         */
        at: string;
        campaigns: CampaignQueue[];
        /** The whole database is held: nothing is dialed until an operator releases it. */
        is_held: boolean;
        /** The worker that was seen last; null: none for a day. */
        worker: {
          host: string;
          /** False: no worker was seen for 30 seconds, so nothing is dialed. */
          is_alive: boolean;
          /**
           * ISO 8601 UTC, such as 2026-11-21T09:00:00.000Z.
           * @format date-time
           */
          seen_at: string;
          version: string;
        } | null;
      };
      /** Human-readable text. */
      message: string;
      status: "success";
      /** Same value as the HTTP status. */
      status_code: 200;
    };
  }

  /**
   * @description Also says whether nothing is dialed: without a worker, or while the database is held.
   * @tags Calls
   * @name GetCallsUnderWay
   * @summary Count the calls under way
   * @request GET:/api/organizations/{organization_id}/projects/{project_id}/calls-under-way
   * @secure
   */
  export namespace GetCallsUnderWay {
    export type RequestParams = {
      /** Id of the organization that the key belongs to. */
      organizationId: string;
      /** Id of the project that the key belongs to. */
      projectId: string;
    };
    export type RequestQuery = {};
    export type RequestBody = never;
    export type RequestHeaders = {};
    export type ResponseBody = {
      /** What every page shows of calls. */
      data: CallsUnderWay;
      /** Human-readable text. */
      message: string;
      status: "success";
      /** Same value as the HTTP status. */
      status_code: 200;
    };
  }

  /**
   * @description Those that wait or failed say why.
   * @tags Calls
   * @name ListProjectCalls
   * @summary List the calls of all campaigns
   * @request GET:/api/organizations/{organization_id}/projects/{project_id}/calls
   * @secure
   */
  export namespace ListProjectCalls {
    export type RequestParams = {
      /** Id of the organization that the key belongs to. */
      organizationId: string;
      /** Id of the project that the key belongs to. */
      projectId: string;
    };
    export type RequestQuery = {
      /** JSON object in the style of document databases, such as `{"status":"running"}`. Operators: `$eq` `$ne` `$gt` `$gte` `$lt` `$lte` `$in` `$nin` `$exists` `$type` `$regex` `$options` `$mod` `$not` `$all` `$elemMatch` `$size` `$and` `$or` `$nor`. Fields: `_id`, `campaign_id`, `placed_by`, `call_direction`, `phone_number`, `state`, `state_since`, `created_at`, `attempts_count`, `error`, `cancel_requested_at`, `batch_id`. */
      filters?: string;
      /**
       * Page size.
       * @min 1
       * @max 100
       * @default 20
       */
      limit?: number;
      /**
       * `active`: those that wait or are under way.
       * @default "active"
       */
      show?: "active" | "over" | "all";
      /**
       * Records to skip.
       * @min 0
       * @max 9007199254740991
       * @default 0
       */
      skip?: number;
      /** JSON object, field to 1 (ascending) or -1 (descending), at most 8. Default: `created_at` descending. */
      sort?: string;
    };
    export type RequestBody = never;
    export type RequestHeaders = {};
    export type ResponseBody = {
      data: {
        items: ProjectCall[];
        /** Where a page stands in the whole list. */
        pagination: Pagination;
      };
      /** Human-readable text. */
      message: string;
      status: "success";
      /** Same value as the HTTP status. */
      status_code: 200;
    };
  }

  /**
   * @description Its state, why it waits and what ends that, its moves and attempts, and what it belongs to.
   * @tags Calls
   * @name GetProjectCall
   * @summary Get a call of the project
   * @request GET:/api/organizations/{organization_id}/projects/{project_id}/calls/{campaign_queue_id}
   * @secure
   */
  export namespace GetProjectCall {
    export type RequestParams = {
      /** Id of the call, one of this project. */
      campaignQueueId: string;
      /** Id of the organization that the key belongs to. */
      organizationId: string;
      /** Id of the project that the key belongs to. */
      projectId: string;
    };
    export type RequestQuery = {};
    export type RequestBody = never;
    export type RequestHeaders = {};
    export type ResponseBody = {
      /** A call with its history and what it belongs to. */
      data: ProjectWholeCall;
      /** Human-readable text. */
      message: string;
      status: "success";
      /** Same value as the HTTP status. */
      status_code: 200;
    };
  }

  /**
   * @description In the order of the attempts and of time; at most 1000.
   * @tags Calls
   * @name ListCarrierEvents
   * @summary List what the carrier reported about a call
   * @request GET:/api/organizations/{organization_id}/projects/{project_id}/calls/{campaign_queue_id}/carrier-events
   * @secure
   */
  export namespace ListCarrierEvents {
    export type RequestParams = {
      /** Id of the call, one of this project. */
      campaignQueueId: string;
      /** Id of the organization that the key belongs to. */
      organizationId: string;
      /** Id of the project that the key belongs to. */
      projectId: string;
    };
    export type RequestQuery = {};
    export type RequestBody = never;
    export type RequestHeaders = {};
    export type ResponseBody = {
      data: {
        items: CarrierEvent[];
      };
      /** Human-readable text. */
      message: string;
      status: "success";
      /** Same value as the HTTP status. */
      status_code: 200;
    };
  }

  /**
   * @description Counts calls by their present state, beside the same 24 hours a week before.
   * @tags Campaigns
   * @name CampaignFigures
   * @summary Count the calls of the last 24 hours
   * @request GET:/api/organizations/{organization_id}/projects/{project_id}/campaigns/{campaign_id}/figures
   * @secure
   */
  export namespace CampaignFigures {
    export type RequestParams = {
      /** Id of the campaign, one of this project. */
      campaignId: string;
      /** Id of the organization that the key belongs to. */
      organizationId: string;
      /** Id of the project that the key belongs to. */
      projectId: string;
    };
    export type RequestQuery = {};
    export type RequestBody = never;
    export type RequestHeaders = {};
    export type ResponseBody = {
      data: {
        last_24_hours: {
          /** What they are now. */
          by_state: Partial<
            Record<
              | "waiting"
              | "dialling"
              | "unresolved"
              | "ringing"
              | "live"
              | "completed"
              | "voicemail"
              | "no_answer"
              | "busy"
              | "failed"
              | "canceled"
              | "expired",
              number
            >
          >;
          /**
           * Calls that were placed in the span.
           * @min 0
           * @max 9007199254740991
           */
          calls: number;
          /**
           * ISO 8601 UTC, such as 2026-11-21T09:00:00.000Z.
           * @format date-time
           */
          from: string;
          /**
           * Excluded.
           * @format date-time
           */
          to: string;
        };
        week_before: {
          /** What they are now. */
          by_state: Partial<
            Record<
              | "waiting"
              | "dialling"
              | "unresolved"
              | "ringing"
              | "live"
              | "completed"
              | "voicemail"
              | "no_answer"
              | "busy"
              | "failed"
              | "canceled"
              | "expired",
              number
            >
          >;
          /**
           * Calls that were placed in the span.
           * @min 0
           * @max 9007199254740991
           */
          calls: number;
          /**
           * ISO 8601 UTC, such as 2026-11-21T09:00:00.000Z.
           * @format date-time
           */
          from: string;
          /**
           * Excluded.
           * @format date-time
           */
          to: string;
        };
      };
      /** Human-readable text. */
      message: string;
      status: "success";
      /** Same value as the HTTP status. */
      status_code: 200;
    };
  }

  /**
   * @description Newest first.
   * @tags Calls
   * @name ListCallBatches
   * @summary List the files of calls of a campaign
   * @request GET:/api/organizations/{organization_id}/projects/{project_id}/campaigns/{campaign_id}/call-batches
   * @secure
   */
  export namespace ListCallBatches {
    export type RequestParams = {
      /** Id of the campaign, one of this project. */
      campaignId: string;
      /** Id of the organization that the key belongs to. */
      organizationId: string;
      /** Id of the project that the key belongs to. */
      projectId: string;
    };
    export type RequestQuery = {
      /**
       * Page size.
       * @min 1
       * @max 100
       * @default 20
       */
      limit?: number;
      /**
       * Records to skip.
       * @min 0
       * @max 9007199254740991
       * @default 0
       */
      skip?: number;
    };
    export type RequestBody = never;
    export type RequestHeaders = {};
    export type ResponseBody = {
      data: {
        items: CallBatch[];
        /** Where a page stands in the whole list. */
        pagination: Pagination;
      };
      /** Human-readable text. */
      message: string;
      status: "success";
      /** Same value as the HTTP status. */
      status_code: 200;
    };
  }

  /**
   * @description CSV with a first line that names the columns, or NDJSON with one body of `createCall` a line; at most 100000 rows and 33554432 bytes. The file is checked whole. Rows that may be called are queued by a worker as ordinary calls with one `batch_id`; the others are left out and listed. The same key, or the same bytes, give the same batch again.
   * @tags Calls
   * @name AddCallBatch
   * @summary Call the people of a file
   * @request POST:/api/organizations/{organization_id}/projects/{project_id}/campaigns/{campaign_id}/call-batches
   * @secure
   */
  export namespace AddCallBatch {
    export type RequestParams = {
      /** Id of the campaign, one of this project. */
      campaignId: string;
      /** Id of the organization that the key belongs to. */
      organizationId: string;
      /** Id of the project that the key belongs to. */
      projectId: string;
    };
    export type RequestQuery = {
      /**
       * The same bytes make another batch. Without it they are the batch that they made before. Needs an Idempotency-Key.
       * @default false
       */
      again?: boolean;
      /**
       * Checks the file and says what would happen; nothing is stored or called.
       * @default false
       */
      dry_run?: boolean;
      /** Rows to queue although something is found about them: any of `repeated`, `waiting`, `incomplete`, separated by commas. */
      include?: string;
      /**
       * The name of the file, to know it again.
       * @maxLength 200
       */
      name?: string;
    };
    export type RequestBody = CallFileInput;
    export type RequestHeaders = {
      /**
       * The same key with the same request gives the same answer for 24 hours, and does nothing again; with another request it is refused (409). 202 while the outcome is not known.
       * @minLength 1
       * @maxLength 255
       */
      "idempotency-key"?: string;
    };
    export type ResponseBody =
      | {
          /** What would happen with a file of calls. */
          data: CallFileCheck;
          /** Human-readable text. */
          message: string;
          status: "success";
          /** Same value as the HTTP status. */
          status_code: 200;
        }
      | {
          /** Calls from one file, with their outcomes. */
          data: WholeCallBatch;
          /** Human-readable text. */
          message: string;
          status: "success";
          /** Same value as the HTTP status. */
          status_code: 200;
        };
  }

  /**
   * @description How far it is queued, and the outcomes of its calls.
   * @tags Calls
   * @name GetCallBatch
   * @summary Get a file of calls
   * @request GET:/api/organizations/{organization_id}/projects/{project_id}/campaigns/{campaign_id}/call-batches/{batch_id}
   * @secure
   */
  export namespace GetCallBatch {
    export type RequestParams = {
      /** Id of the batch, one of this campaign. */
      batchId: string;
      /** Id of the campaign, one of this project. */
      campaignId: string;
      /** Id of the organization that the key belongs to. */
      organizationId: string;
      /** Id of the project that the key belongs to. */
      projectId: string;
    };
    export type RequestQuery = {};
    export type RequestBody = never;
    export type RequestHeaders = {};
    export type ResponseBody = {
      /** Calls from one file, with their outcomes. */
      data: WholeCallBatch;
      /** Human-readable text. */
      message: string;
      status: "success";
      /** Same value as the HTTP status. */
      status_code: 200;
    };
  }

  /**
   * @description Lists faults by line, with what would be right; the first 1,000 of a file are kept.
   * @tags Calls
   * @name ListCallBatchFaults
   * @summary List the rows that were left out
   * @request GET:/api/organizations/{organization_id}/projects/{project_id}/campaigns/{campaign_id}/call-batches/{batch_id}/faults
   * @secure
   */
  export namespace ListCallBatchFaults {
    export type RequestParams = {
      /** Id of the batch, one of this campaign. */
      batchId: string;
      /** Id of the campaign, one of this project. */
      campaignId: string;
      /** Id of the organization that the key belongs to. */
      organizationId: string;
      /** Id of the project that the key belongs to. */
      projectId: string;
    };
    export type RequestQuery = {
      /**
       * Page size.
       * @min 1
       * @max 100
       * @default 20
       */
      limit?: number;
      /**
       * Records to skip.
       * @min 0
       * @max 9007199254740991
       * @default 0
       */
      skip?: number;
    };
    export type RequestBody = never;
    export type RequestHeaders = {};
    export type ResponseBody = {
      data: {
        items: CallRowFault[];
        /** Where a page stands in the whole list. */
        pagination: Pagination;
      };
      /** Human-readable text. */
      message: string;
      status: "success";
      /** Same value as the HTTP status. */
      status_code: 200;
    };
  }

  /**
   * @description CSV with one row for each call, in the order of the file.
   * @tags Calls
   * @name ExportCallBatch
   * @summary Export the outcomes of a file of calls
   * @request GET:/api/organizations/{organization_id}/projects/{project_id}/campaigns/{campaign_id}/call-batches/{batch_id}/outcomes
   * @secure
   */
  export namespace ExportCallBatch {
    export type RequestParams = {
      /** Id of the batch, one of this campaign. */
      batchId: string;
      /** Id of the campaign, one of this project. */
      campaignId: string;
      /** Id of the organization that the key belongs to. */
      organizationId: string;
      /** Id of the project that the key belongs to. */
      projectId: string;
    };
    export type RequestQuery = {};
    export type RequestBody = never;
    export type RequestHeaders = {};
    export type ResponseBody = string;
  }

  /**
   * @description Lists them as the project API does, with the person of each.
   * @tags Conversations
   * @name ListConversations
   * @summary List conversations
   * @request GET:/api/organizations/{organization_id}/projects/{project_id}/conversations
   * @secure
   */
  export namespace ListConversations {
    export type RequestParams = {
      /** Id of the organization that the key belongs to. */
      organizationId: string;
      /** Id of the project that the key belongs to. */
      projectId: string;
    };
    export type RequestQuery = {
      /** JSON object in the style of document databases, such as `{"status":"running"}`. Operators: `$eq` `$ne` `$gt` `$gte` `$lt` `$lte` `$in` `$nin` `$exists` `$type` `$regex` `$options` `$mod` `$not` `$all` `$elemMatch` `$size` `$and` `$or` `$nor`. Fields: `_id`, `status`, `outcome`, `conversation_type`, `channel_type`, `phone_number`, `campaign_id`, `customer_profile_id`, `start_time`, `answered_at`, `end_time`, `duration_seconds`, `created_at`. */
      filters?: string;
      /**
       * Page size.
       * @min 1
       * @max 100
       * @default 20
       */
      limit?: number;
      /**
       * Records to skip.
       * @min 0
       * @max 9007199254740991
       * @default 0
       */
      skip?: number;
      /** JSON object, field to 1 (ascending) or -1 (descending), at most 8. Default: `start_time` descending. */
      sort?: string;
      /**
       * Only the latest matching conversation of each caller; `total` counts callers.
       * @default false
       */
      unique?: boolean;
    };
    export type RequestBody = never;
    export type RequestHeaders = {};
    export type ResponseBody = {
      data: {
        items: NamedConversation[];
        /** Where a page stands in the whole list. */
        pagination: Pagination;
      };
      /** Human-readable text. */
      message: string;
      status: "success";
      /** Same value as the HTTP status. */
      status_code: 200;
    };
  }

  /**
   * @description NDJSON: one conversation a line, as the list has it, newest first; at most 1,000,000. If the export fails on its way, the connection breaks, and so the file is not whole. With `unique`, a caller may be missing whose conversation comes to match the filter during the export.
   * @tags Conversations
   * @name ExportConversations
   * @summary Export conversations
   * @request GET:/api/organizations/{organization_id}/projects/{project_id}/conversations/export
   * @secure
   */
  export namespace ExportConversations {
    export type RequestParams = {
      /** Id of the organization that the key belongs to. */
      organizationId: string;
      /** Id of the project that the key belongs to. */
      projectId: string;
    };
    export type RequestQuery = {
      /** JSON object in the style of document databases, such as `{"status":"running"}`. Operators: `$eq` `$ne` `$gt` `$gte` `$lt` `$lte` `$in` `$nin` `$exists` `$type` `$regex` `$options` `$mod` `$not` `$all` `$elemMatch` `$size` `$and` `$or` `$nor`. Fields: `_id`, `status`, `outcome`, `conversation_type`, `channel_type`, `phone_number`, `campaign_id`, `customer_profile_id`, `start_time`, `answered_at`, `end_time`, `duration_seconds`, `created_at`. */
      filters?: string;
      /**
       * Only the latest matching conversation of each caller; `total` counts callers.
       * @default false
       */
      unique?: boolean;
    };
    export type RequestBody = never;
    export type RequestHeaders = {};
    export type ResponseBody = string;
  }

  /**
   * @description Returns it with its transcript, which grows while the conversation goes on.
   * @tags Conversations
   * @name GetConversation
   * @summary Get a conversation
   * @request GET:/api/organizations/{organization_id}/projects/{project_id}/conversations/{conversation_id}
   * @secure
   */
  export namespace GetConversation {
    export type RequestParams = {
      /** Id of the conversation. */
      conversationId: string;
      /** Id of the organization that the key belongs to. */
      organizationId: string;
      /** Id of the project that the key belongs to. */
      projectId: string;
    };
    export type RequestQuery = {};
    export type RequestBody = never;
    export type RequestHeaders = {};
    export type ResponseBody = {
      /** A conversation with its transcript. */
      data: WholeConversation;
      /** Human-readable text. */
      message: string;
      status: "success";
      /** Same value as the HTTP status. */
      status_code: 200;
    };
  }

  /**
   * @description Those that an agent handed over and those that a person took over. Where no person has written yet comes first, then the longest wait.
   * @tags Agents
   * @name ListInbox
   * @summary List the conversations that a person answers
   * @request GET:/api/organizations/{organization_id}/projects/{project_id}/inbox
   * @secure
   */
  export namespace ListInbox {
    export type RequestParams = {
      /** Id of the organization that the key belongs to. */
      organizationId: string;
      /** Id of the project that the key belongs to. */
      projectId: string;
    };
    export type RequestQuery = {
      /**
       * Page size.
       * @min 1
       * @max 100
       * @default 20
       */
      limit?: number;
      /**
       * Records to skip.
       * @min 0
       * @max 9007199254740991
       * @default 0
       */
      skip?: number;
    };
    export type RequestBody = never;
    export type RequestHeaders = {};
    export type ResponseBody = {
      data: {
        items: LedConversation[];
        /** Where a page stands in the whole list. */
        pagination: Pagination;
      };
      /** Human-readable text. */
      message: string;
      status: "success";
      /** Same value as the HTTP status. */
      status_code: 200;
    };
  }

  /**
   * @description Lists them as the project API does, with the username of each and what can not be done for them.
   * @tags Customer profiles
   * @name ListCustomerProfiles
   * @summary List customer profiles
   * @request GET:/api/organizations/{organization_id}/projects/{project_id}/customer-profiles
   * @secure
   */
  export namespace ListCustomerProfiles {
    export type RequestParams = {
      /** Id of the organization that the key belongs to. */
      organizationId: string;
      /** Id of the project that the key belongs to. */
      projectId: string;
    };
    export type RequestQuery = {
      /** Only people with an identity on this channel. */
      channel?: "voice" | "whatsapp" | "web" | "telegram";
      /** Last interaction not before; a date alone counts from its start (UTC). ISO 8601: a date, or an instant, which is UTC without an offset. */
      date_from?: string;
      /** Last interaction not after; a date alone counts to its end (UTC). ISO 8601: a date, or an instant, which is UTC without an offset. */
      date_to?: string;
      /** JSON object in the style of document databases, such as `{"status":"running"}`. Operators: `$eq` `$ne` `$gt` `$gte` `$lt` `$lte` `$in` `$nin` `$exists` `$type` `$regex` `$options` `$mod` `$not` `$all` `$elemMatch` `$size` `$and` `$or` `$nor`. Fields: `_id`, `name`, `display_id`, `phone_numbers`, `emails`, `channel_identities`, `properties`, `conversation_count`, `call_count`, `chat_count`, `last_interaction_at`, `created_at`, `updated_at`. */
      filters?: string;
      /**
       * Page size.
       * @min 1
       * @max 1000
       * @default 20
       */
      limit?: number;
      /**
       * Part of a name, an email address, a phone number, a display id, or of the id or username of a person on WhatsApp, whatever the case and accents.
       * @maxLength 200
       */
      search?: string;
      /**
       * Records to skip.
       * @min 0
       * @max 9007199254740991
       * @default 0
       */
      skip?: number;
      /** JSON object, field to 1 (ascending) or -1 (descending), at most 8. Default: by `sort_field` and `sort_order`. */
      sort?: string;
      /**
       * The field to sort by, or a path below one. For several fields use `sort`.
       * @default "last_interaction_at"
       */
      sort_field?: string;
      /**
       * 1 ascending, -1 descending.
       * @default -1
       */
      sort_order?: 1 | -1;
    };
    export type RequestBody = never;
    export type RequestHeaders = {};
    export type ResponseBody = {
      data: {
        items: PersonCalled[];
        /** Where a page stands in the whole list. */
        pagination: Pagination;
      };
      /** Human-readable text. */
      message: string;
      status: "success";
      /** Same value as the HTTP status. */
      status_code: 200;
    };
  }

  /**
   * @description Returns opt-outs, open tickets, and what can not be done for the person.
   * @tags Customer profiles
   * @name GetCustomerProfile
   * @summary Get a customer profile
   * @request GET:/api/organizations/{organization_id}/projects/{project_id}/customer-profiles/{customer_profile_id}
   * @secure
   */
  export namespace GetCustomerProfile {
    export type RequestParams = {
      /** Id of the profile, or of one that was merged into it. */
      customerProfileId: string;
      /** Id of the organization that the key belongs to. */
      organizationId: string;
      /** Id of the project that the key belongs to. */
      projectId: string;
    };
    export type RequestQuery = {};
    export type RequestBody = never;
    export type RequestHeaders = {};
    export type ResponseBody = {
      /** A person of the project with what their page shows. */
      data: WholePerson;
      /** Human-readable text. */
      message: string;
      status: "success";
      /** Same value as the HTTP status. */
      status_code: 200;
    };
  }

  /**
   * @description Removes name, contacts and properties at once, and then everything that the person said, wrote or got, in all records. What happened stays in the counts. Opt-outs and do-not-call entries stay as keyed hashes. It can not be undone. Repeated, it says how far it has come. Scope: `profiles:erase`.
   * @tags Customer profiles
   * @name EraseCustomerProfile
   * @summary Erase a person
   * @request DELETE:/api/organizations/{organization_id}/projects/{project_id}/customer-profiles/{customer_profile_id}
   * @secure
   */
  export namespace EraseCustomerProfile {
    export type RequestParams = {
      /** Id of the profile, or of one that was merged into it. */
      customerProfileId: string;
      /** Id of the organization that the key belongs to. */
      organizationId: string;
      /** Id of the project that the key belongs to. */
      projectId: string;
    };
    export type RequestQuery = {
      /**
       * Changes nothing; the answer is how much would be erased.
       * @default false
       */
      dry_run?: boolean;
    };
    export type RequestBody = never;
    export type RequestHeaders = {};
    export type ResponseBody = {
      /** How far the erasure of a person has come. */
      data: ErasedPerson;
      /** Human-readable text. */
      message: string;
      status: "success";
      /** Same value as the HTTP status. */
      status_code: 200;
    };
  }

  /**
   * @description Calls, chats, messages, tickets, opt-outs and merges, the latest first. A page begins after the last entry of the one before, so entries that come meanwhile move none.
   * @tags Customer profiles
   * @name GetProfileTimeline
   * @summary Get what happened with a person
   * @request GET:/api/organizations/{organization_id}/projects/{project_id}/customer-profiles/{customer_profile_id}/timeline
   * @secure
   */
  export namespace GetProfileTimeline {
    export type RequestParams = {
      /** Id of the profile, or of one that was merged into it. */
      customerProfileId: string;
      /** Id of the organization that the key belongs to. */
      organizationId: string;
      /** Id of the project that the key belongs to. */
      projectId: string;
    };
    export type RequestQuery = {
      /**
       * The `next` of the page before: older entries follow.
       * @maxLength 1000
       */
      before?: string;
      /** Some of `calls`, `messages`, `tickets`, `opt_outs`, `merges`, separated by commas; all by default. */
      kinds?: string;
      /**
       * Page size.
       * @min 1
       * @max 100
       * @default 50
       */
      limit?: number;
    };
    export type RequestBody = never;
    export type RequestHeaders = {};
    export type ResponseBody = {
      data: {
        items: TimelineEntry[];
        /** The value for `before` of the next page; null at the end. */
        next: string | null;
      };
      /** Human-readable text. */
      message: string;
      status: "success";
      /** Same value as the HTTP status. */
      status_code: 200;
    };
  }

  /**
   * No description
   * @tags Tickets
   * @name ListTickets
   * @summary List tickets
   * @request GET:/api/organizations/{organization_id}/projects/{project_id}/tickets
   * @secure
   */
  export namespace ListTickets {
    export type RequestParams = {
      /** Id of the organization that the key belongs to. */
      organizationId: string;
      /** Id of the project that the key belongs to. */
      projectId: string;
    };
    export type RequestQuery = {
      /**
       * Page size.
       * @min 1
       * @max 100
       * @default 20
       */
      limit?: number;
      /**
       * The id of the ticket, or part of the subject, or of the name, number, username or id of the person.
       * @maxLength 200
       */
      search?: string;
      /**
       * Open ones come oldest first, closed ones latest first.
       * @default "open"
       */
      show?: "open" | "closed";
      /**
       * Records to skip.
       * @min 0
       * @max 9007199254740991
       * @default 0
       */
      skip?: number;
    };
    export type RequestBody = never;
    export type RequestHeaders = {};
    export type ResponseBody = {
      data: {
        items: Ticket[];
        /** Where a page stands in the whole list. */
        pagination: Pagination;
      };
      /** Human-readable text. */
      message: string;
      status: "success";
      /** Same value as the HTTP status. */
      status_code: 200;
    };
  }

  /**
   * No description
   * @tags Tickets
   * @name OpenTicket
   * @summary Open a ticket
   * @request POST:/api/organizations/{organization_id}/projects/{project_id}/tickets
   * @secure
   */
  export namespace OpenTicket {
    export type RequestParams = {
      /** Id of the organization that the key belongs to. */
      organizationId: string;
      /** Id of the project that the key belongs to. */
      projectId: string;
    };
    export type RequestQuery = {};
    export type RequestBody = {
      /** The channel that it counts for; by default that of the conversation, else `web`. */
      channel_type?: "voice" | "whatsapp" | "web" | "telegram";
      /** The conversation that it is about. */
      conversation_id?: string;
      /** The person that it is about; by default that of the conversation. */
      customer_profile_id?: string;
      /**
       * What is to be looked after, in one line.
       * @minLength 1
       * @maxLength 1000
       */
      subject: string;
    };
    export type RequestHeaders = {};
    export type ResponseBody = {
      data: {
        _id: string;
        channel_type: "voice" | "whatsapp" | "web" | "telegram";
        /**
         * ISO 8601 UTC, such as 2026-11-21T09:00:00.000Z.
         * @format date-time
         */
        created_at: string;
      };
      /** Human-readable text. */
      message: string;
      status: "success";
      /** Same value as the HTTP status. */
      status_code: 201;
    };
  }

  /**
   * @description Those of the last 30 days, without their texts. `…/events` is for programs.
   * @tags Events
   * @name ListEventLog
   * @summary List the newest events
   * @request GET:/api/organizations/{organization_id}/projects/{project_id}/event-log
   * @secure
   */
  export namespace ListEventLog {
    export type RequestParams = {
      /** Id of the organization that the key belongs to. */
      organizationId: string;
      /** Id of the project that the key belongs to. */
      projectId: string;
    };
    export type RequestQuery = {
      /**
       * Only events that are older than the one with this id.
       * @maxLength 100
       */
      before?: string;
      /**
       * The most events.
       * @min 1
       * @max 100
       * @default 50
       */
      limit?: number;
      /** Only events of this call, conversation, message, profile, … */
      subject_id?: string;
      /** Types, separated by commas: `call.ended`, `call.*` for all of a kind, `*`. Default: all. */
      types?: string;
    };
    export type RequestBody = never;
    export type RequestHeaders = {};
    export type ResponseBody = {
      data: {
        /** Whether events of the project are kept now. */
        are_kept: boolean;
        items: LoggedEvent[];
        /** Goes on to older ones as `before`; null: there are none. Not all may be of the wanted types. */
        next_before: string | null;
      };
      /** Human-readable text. */
      message: string;
      status: "success";
      /** Same value as the HTTP status. */
      status_code: 200;
    };
  }

  /**
   * @description Applies the rules that decide for calls. Nothing is stored.
   * @tags Campaigns
   * @name PreviewHours
   * @summary Ask what happens at a date and time
   * @request POST:/api/organizations/{organization_id}/projects/{project_id}/calling-hours/preview
   * @secure
   */
  export namespace PreviewHours {
    export type RequestParams = {
      /** Id of the organization that the key belongs to. */
      organizationId: string;
      /** Id of the project that the key belongs to. */
      projectId: string;
    };
    export type RequestQuery = {};
    export type RequestBody = {
      /**
       * Local date and time in `timezone`; now if it is left out.
       * @pattern ^\d{4}-\d\d-\d\dT\d\d:\d\d$
       */
      at?: string;
      /**
       * In the form of the declaration; null: always open.
       * @default null
       */
      calling_hours?: {
        also_callee?: boolean;
        /**
         * @maxItems 1000
         * @default []
         */
        closed_dates?: string[];
        timezone?: "callee" | string;
        /**
         * @maxItems 100
         * @minItems 1
         */
        windows: {
          /**
           * @maxItems 7
           * @minItems 1
           */
          days: ("mon" | "tue" | "wed" | "thu" | "fri" | "sat" | "sun")[];
          /** @pattern ^([01]\d|2[0-3]):[0-5]\d$ */
          from: string;
          /** @pattern ^(([01]\d|2[0-3]):[0-5]\d|24:00)$ */
          to: string;
        }[];
      } | null;
      /** IANA name: the zone of `at`, and of the hours if they name none. */
      timezone: string;
    };
    export type RequestHeaders = {};
    export type ResponseBody = {
      /** What calling hours do at a local time. */
      data: HoursPreview;
      /** Human-readable text. */
      message: string;
      status: "success";
      /** Same value as the HTTP status. */
      status_code: 200;
    };
  }

  /**
   * @description Applies the rules that decide for calls. Nothing is stored.
   * @tags Campaigns
   * @name PreviewCalleeHours
   * @summary Preview when a number may be called
   * @request POST:/api/organizations/{organization_id}/projects/{project_id}/calling-hours/callee/preview
   * @secure
   */
  export namespace PreviewCalleeHours {
    export type RequestParams = {
      /** Id of the organization that the key belongs to. */
      organizationId: string;
      /** Id of the project that the key belongs to. */
      projectId: string;
    };
    export type RequestQuery = {};
    export type RequestBody = {
      /**
       * Local date and time in `timezone`; now if it is left out.
       * @pattern ^\d{4}-\d\d-\d\dT\d\d:\d\d$
       */
      at?: string;
      /** In the form of the declaration. */
      calling_hours: {
        also_callee?: boolean;
        /**
         * @maxItems 1000
         * @default []
         */
        closed_dates?: string[];
        timezone?: "callee" | string;
        /**
         * @maxItems 100
         * @minItems 1
         */
        windows: {
          /**
           * @maxItems 7
           * @minItems 1
           */
          days: ("mon" | "tue" | "wed" | "thu" | "fri" | "sat" | "sun")[];
          /** @pattern ^([01]\d|2[0-3]):[0-5]\d$ */
          from: string;
          /** @pattern ^(([01]\d|2[0-3]):[0-5]\d|24:00)$ */
          to: string;
        }[];
      };
      /** Whom the campaign would call; E.164 preferred. */
      phone_number: string;
      /** IANA name: the zone of `at`, and of the hours if they name none. */
      timezone: string;
    };
    export type RequestHeaders = {};
    export type ResponseBody = {
      /** What calling hours do for a number at a local time, with the time zones that decide. */
      data: CalleeHoursPreview;
      /** Human-readable text. */
      message: string;
      status: "success";
      /** Same value as the HTTP status. */
      status_code: 200;
    };
  }

  /**
   * @description Nothing is stored and nobody is called.
   * @tags Campaigns
   * @name PreviewScript
   * @summary Preview what a script would speak
   * @request POST:/api/organizations/{organization_id}/projects/{project_id}/scripts/preview
   * @secure
   */
  export namespace PreviewScript {
    export type RequestParams = {
      /** Id of the organization that the key belongs to. */
      organizationId: string;
      /** Id of the project that the key belongs to. */
      projectId: string;
    };
    export type RequestQuery = {};
    export type RequestBody = {
      /**
       * A sample customer.
       * @default {}
       */
      customer?: Partial<Record<string, string | number | boolean>>;
      /**
       * Liquid.
       * @maxLength 80000
       */
      script: string;
    };
    export type RequestHeaders = {};
    export type ResponseBody = {
      /** What a script would speak. */
      data: ScriptPreview;
      /** Human-readable text. */
      message: string;
      status: "success";
      /** Same value as the HTTP status. */
      status_code: 200;
    };
  }

  /**
   * @description The passages that a workflow’s step `look_up` finds, as they are spoken. If there are none, also pages that crawls left out.
   * @tags Knowledge base
   * @name AskKnowledge
   * @summary Ask the knowledge base as a call would
   * @request GET:/api/organizations/{organization_id}/projects/{project_id}/sources/ask
   * @secure
   */
  export namespace AskKnowledge {
    export type RequestParams = {
      /** Id of the organization that the key belongs to. */
      organizationId: string;
      /** Id of the project that the key belongs to. */
      projectId: string;
    };
    export type RequestQuery = {
      /**
       * Passages at most, as in the step.
       * @min 1
       * @max 5
       * @default 3
       */
      limit?: number;
      /**
       * A question as a workflow would ask it.
       * @minLength 1
       * @maxLength 500
       */
      q: string;
    };
    export type RequestBody = never;
    export type RequestHeaders = {};
    export type ResponseBody = {
      /** What the assistant would find for a question. */
      data: AskedKnowledge;
      /** Human-readable text. */
      message: string;
      status: "success";
      /** Same value as the HTTP status. */
      status_code: 200;
    };
  }

  /**
   * @description What a new source would be refused for, before it is added.
   * @tags Knowledge base
   * @name GetSourceRoom
   * @summary Get how much room the knowledge base has
   * @request GET:/api/organizations/{organization_id}/projects/{project_id}/sources/room
   * @secure
   */
  export namespace GetSourceRoom {
    export type RequestParams = {
      /** Id of the organization that the key belongs to. */
      organizationId: string;
      /** Id of the project that the key belongs to. */
      projectId: string;
    };
    export type RequestQuery = {};
    export type RequestBody = never;
    export type RequestHeaders = {};
    export type ResponseBody = {
      /** What the knowledge bases have and may have. */
      data: KnowledgeRoom;
      /** Human-readable text. */
      message: string;
      status: "success";
      /** Same value as the HTTP status. */
      status_code: 200;
    };
  }

  /**
   * @description Returns it as the project API does, with the start of its crawls.
   * @tags Knowledge base
   * @name GetSource
   * @summary Get a knowledge source
   * @request GET:/api/organizations/{organization_id}/projects/{project_id}/sources/{source_id}
   * @secure
   */
  export namespace GetSource {
    export type RequestParams = {
      /** Id of the organization that the key belongs to. */
      organizationId: string;
      /** Id of the project that the key belongs to. */
      projectId: string;
      /** Id of the source, one of this project. */
      sourceId: string;
    };
    export type RequestQuery = {};
    export type RequestBody = never;
    export type RequestHeaders = {};
    export type ResponseBody = {
      /** A source with where its crawls start. */
      data: WholeSource;
      /** Human-readable text. */
      message: string;
      status: "success";
      /** Same value as the HTTP status. */
      status_code: 200;
    };
  }

  /**
   * No description
   * @tags Knowledge base
   * @name ListPagePassages
   * @summary List the passages of a page
   * @request GET:/api/organizations/{organization_id}/projects/{project_id}/sources/{source_id}/pages/{page_id}/passages
   * @secure
   */
  export namespace ListPagePassages {
    export type RequestParams = {
      /** Id of the organization that the key belongs to. */
      organizationId: string;
      /** Id of the page, one of this source. */
      pageId: string;
      /** Id of the project that the key belongs to. */
      projectId: string;
      /** Id of the source, one of this project. */
      sourceId: string;
    };
    export type RequestQuery = {
      /**
       * Page size.
       * @min 1
       * @max 100
       * @default 20
       */
      limit?: number;
      /**
       * Records to skip.
       * @min 0
       * @max 9007199254740991
       * @default 0
       */
      skip?: number;
    };
    export type RequestBody = never;
    export type RequestHeaders = {};
    export type ResponseBody = {
      data: {
        items: IndexedPassage[];
        /** Where a page stands in the whole list. */
        pagination: Pagination;
      };
      /** Human-readable text. */
      message: string;
      status: "success";
      /** Same value as the HTTP status. */
      status_code: 200;
    };
  }

  /**
   * @description Who changed what, newest first.
   * @tags Changes
   * @name ListChanges
   * @summary List changes
   * @request GET:/api/organizations/{organization_id}/changes
   * @secure
   */
  export namespace ListChanges {
    export type RequestParams = {
      /** Id of the organization that the key belongs to. */
      organizationId: string;
    };
    export type RequestQuery = {
      /**
       * A field, such as `calling_hours`, or one below it, such as `calling_hours.windows[0].to`.
       * @minLength 1
       * @maxLength 500
       */
      field?: string;
      /** Only changes from this instant on; a date is the whole day. ISO 8601: a date, or an instant, which is UTC without an offset. */
      from?: string;
      /** What was changed. */
      kind?:
        | "organization"
        | "project"
        | "voice_carrier"
        | "caller_id"
        | "workflow"
        | "agent"
        | "model_account"
        | "webhook_endpoint"
        | "campaign"
        | "call_batch"
        | "do_not_call"
        | "whatsapp_sender"
        | "whatsapp_template"
        | "broadcast"
        | "whatsapp_message"
        | "opt_out"
        | "customer_profile"
        | "ticket"
        | "source"
        | "api_key"
        | "person"
        | "demo_calls";
      /**
       * Page size.
       * @min 1
       * @max 100
       * @default 20
       */
      limit?: number;
      /**
       * The id or the name of who made the change.
       * @minLength 1
       * @maxLength 500
       */
      person?: string;
      /**
       * The id of the changed record.
       * @minLength 1
       * @maxLength 500
       */
      record_id?: string;
      /**
       * Records to skip.
       * @min 0
       * @max 9007199254740991
       * @default 0
       */
      skip?: number;
      /** Until this instant, which is not included; a date is the whole day. ISO 8601: a date, or an instant, which is UTC without an offset. */
      to?: string;
    };
    export type RequestBody = never;
    export type RequestHeaders = {};
    export type ResponseBody = {
      data: {
        items: Change[];
        /** Where a page stands in the whole list. */
        pagination: Pagination;
      };
      /** Human-readable text. */
      message: string;
      status: "success";
      /** Same value as the HTTP status. */
      status_code: 200;
    };
  }

  /**
   * No description
   * @tags Changes
   * @name GetChange
   * @summary Get a change
   * @request GET:/api/organizations/{organization_id}/changes/{change_id}
   * @secure
   */
  export namespace GetChange {
    export type RequestParams = {
      /** Id of the change. */
      changeId: string;
      /** Id of the organization that the key belongs to. */
      organizationId: string;
    };
    export type RequestQuery = {};
    export type RequestBody = never;
    export type RequestHeaders = {};
    export type ResponseBody = {
      /** Who changed a record, from what to what. */
      data: Change;
      /** Human-readable text. */
      message: string;
      status: "success";
      /** Same value as the HTTP status. */
      status_code: 200;
    };
  }

  /**
   * @description Lists them by name.
   * @tags Projects
   * @name ListProjects
   * @summary List projects
   * @request GET:/api/organizations/{organization_id}/projects
   * @secure
   */
  export namespace ListProjects {
    export type RequestParams = {
      /** Id of the organization that the key belongs to. */
      organizationId: string;
    };
    export type RequestQuery = {
      /**
       * Page size.
       * @min 1
       * @max 100
       * @default 20
       */
      limit?: number;
      /**
       * Records to skip.
       * @min 0
       * @max 9007199254740991
       * @default 0
       */
      skip?: number;
    };
    export type RequestBody = never;
    export type RequestHeaders = {};
    export type ResponseBody = {
      data: {
        items: ConfiguredProject[];
        /** Where a page stands in the whole list. */
        pagination: Pagination;
      };
      /** Human-readable text. */
      message: string;
      status: "success";
      /** Same value as the HTTP status. */
      status_code: 200;
    };
  }

  /**
   * No description
   * @tags Projects
   * @name CreateProject
   * @summary Make a project
   * @request POST:/api/organizations/{organization_id}/projects
   * @secure
   */
  export namespace CreateProject {
    export type RequestParams = {
      /** Id of the organization that the key belongs to. */
      organizationId: string;
    };
    export type RequestQuery = {
      /**
       * Changes nothing; the answer is what would change, and what that does.
       * @default false
       */
      dry_run?: boolean;
    };
    export type RequestBody = NewProjectInput;
    export type RequestHeaders = {};
    export type ResponseBody = {
      /** What the edit would do. Nothing was changed. */
      data: DryRun;
      /** Human-readable text. */
      message: string;
      status: "success";
      /** Same value as the HTTP status. */
      status_code: 200;
    };
  }

  /**
   * No description
   * @tags Projects
   * @name GetProject
   * @summary Get a project
   * @request GET:/api/organizations/{organization_id}/projects/{project_id}
   * @secure
   */
  export namespace GetProject {
    export type RequestParams = {
      /** Id of the organization that the key belongs to. */
      organizationId: string;
      /** Id of the project. */
      projectId: string;
    };
    export type RequestQuery = {};
    export type RequestBody = never;
    export type RequestHeaders = {};
    export type ResponseBody = {
      data: ConfiguredProject;
      /** Human-readable text. */
      message: string;
      status: "success";
      /** Same value as the HTTP status. */
      status_code: 200;
    };
  }

  /**
   * @description Takes the fields of the declaration, also a new name. `If-Match` names the revision that it is based on.
   * @tags Projects
   * @name UpdateProject
   * @summary Change a project
   * @request PATCH:/api/organizations/{organization_id}/projects/{project_id}
   * @secure
   */
  export namespace UpdateProject {
    export type RequestParams = {
      /** Id of the organization that the key belongs to. */
      organizationId: string;
      /** Id of the project. */
      projectId: string;
    };
    export type RequestQuery = {
      /**
       * Changes nothing; the answer is what would change, and what that does.
       * @default false
       */
      dry_run?: boolean;
    };
    export type RequestBody = ProjectPatchInput;
    export type RequestHeaders = {
      /** The `ETag` of the record that the edit is based on. It is required. */
      "if-match"?: string;
    };
    export type ResponseBody = {
      data: ConfiguredProject | DryRun;
      /** Human-readable text. */
      message: string;
      status: "success";
      /** Same value as the HTTP status. */
      status_code: 200;
    };
  }

  /**
   * @description Lists them by name.
   * @tags Carriers
   * @name ListVoiceCarriers
   * @summary List voice carriers
   * @request GET:/api/organizations/{organization_id}/projects/{project_id}/voice-carriers
   * @secure
   */
  export namespace ListVoiceCarriers {
    export type RequestParams = {
      /** Id of the organization that the key belongs to. */
      organizationId: string;
      /** Id of the project that the key belongs to. */
      projectId: string;
    };
    export type RequestQuery = {
      /**
       * Page size.
       * @min 1
       * @max 100
       * @default 20
       */
      limit?: number;
      /**
       * Records to skip.
       * @min 0
       * @max 9007199254740991
       * @default 0
       */
      skip?: number;
    };
    export type RequestBody = never;
    export type RequestHeaders = {};
    export type ResponseBody = {
      data: {
        items: ConfiguredVoiceCarrier[];
        /** Where a page stands in the whole list. */
        pagination: Pagination;
      };
      /** Human-readable text. */
      message: string;
      status: "success";
      /** Same value as the HTTP status. */
      status_code: 200;
    };
  }

  /**
   * No description
   * @tags Carriers
   * @name CreateVoiceCarrier
   * @summary Make a voice carrier
   * @request POST:/api/organizations/{organization_id}/projects/{project_id}/voice-carriers
   * @secure
   */
  export namespace CreateVoiceCarrier {
    export type RequestParams = {
      /** Id of the organization that the key belongs to. */
      organizationId: string;
      /** Id of the project that the key belongs to. */
      projectId: string;
    };
    export type RequestQuery = {
      /**
       * Changes nothing; the answer is what would change, and what that does.
       * @default false
       */
      dry_run?: boolean;
    };
    export type RequestBody = NewVoiceCarrierInput;
    export type RequestHeaders = {};
    export type ResponseBody = {
      /** What the edit would do. Nothing was changed. */
      data: DryRun;
      /** Human-readable text. */
      message: string;
      status: "success";
      /** Same value as the HTTP status. */
      status_code: 200;
    };
  }

  /**
   * No description
   * @tags Carriers
   * @name GetVoiceCarrier
   * @summary Get a voice carrier
   * @request GET:/api/organizations/{organization_id}/projects/{project_id}/voice-carriers/{voice_carrier_id}
   * @secure
   */
  export namespace GetVoiceCarrier {
    export type RequestParams = {
      /** Id of the organization that the key belongs to. */
      organizationId: string;
      /** Id of the project that the key belongs to. */
      projectId: string;
      /** Id of the voice carrier. */
      voiceCarrierId: string;
    };
    export type RequestQuery = {};
    export type RequestBody = never;
    export type RequestHeaders = {};
    export type ResponseBody = {
      data: ConfiguredVoiceCarrier;
      /** Human-readable text. */
      message: string;
      status: "success";
      /** Same value as the HTTP status. */
      status_code: 200;
    };
  }

  /**
   * @description Takes the fields of the declaration, also a new name. `If-Match` names the revision that it is based on.
   * @tags Carriers
   * @name UpdateVoiceCarrier
   * @summary Change a voice carrier
   * @request PATCH:/api/organizations/{organization_id}/projects/{project_id}/voice-carriers/{voice_carrier_id}
   * @secure
   */
  export namespace UpdateVoiceCarrier {
    export type RequestParams = {
      /** Id of the organization that the key belongs to. */
      organizationId: string;
      /** Id of the project that the key belongs to. */
      projectId: string;
      /** Id of the voice carrier. */
      voiceCarrierId: string;
    };
    export type RequestQuery = {
      /**
       * Changes nothing; the answer is what would change, and what that does.
       * @default false
       */
      dry_run?: boolean;
    };
    export type RequestBody = VoiceCarrierPatchInput;
    export type RequestHeaders = {
      /** The `ETag` of the record that the edit is based on. It is required. */
      "if-match"?: string;
    };
    export type ResponseBody = {
      data: ConfiguredVoiceCarrier | DryRun;
      /** Human-readable text. */
      message: string;
      status: "success";
      /** Same value as the HTTP status. */
      status_code: 200;
    };
  }

  /**
   * @description Lists them by name.
   * @tags Carriers
   * @name ListCallerIds
   * @summary List caller IDs
   * @request GET:/api/organizations/{organization_id}/projects/{project_id}/caller-ids
   * @secure
   */
  export namespace ListCallerIds {
    export type RequestParams = {
      /** Id of the organization that the key belongs to. */
      organizationId: string;
      /** Id of the project that the key belongs to. */
      projectId: string;
    };
    export type RequestQuery = {
      /**
       * Page size.
       * @min 1
       * @max 100
       * @default 20
       */
      limit?: number;
      /**
       * Records to skip.
       * @min 0
       * @max 9007199254740991
       * @default 0
       */
      skip?: number;
    };
    export type RequestBody = never;
    export type RequestHeaders = {};
    export type ResponseBody = {
      data: {
        items: ConfiguredCallerId[];
        /** Where a page stands in the whole list. */
        pagination: Pagination;
      };
      /** Human-readable text. */
      message: string;
      status: "success";
      /** Same value as the HTTP status. */
      status_code: 200;
    };
  }

  /**
   * No description
   * @tags Carriers
   * @name CreateCallerId
   * @summary Make a caller ID
   * @request POST:/api/organizations/{organization_id}/projects/{project_id}/caller-ids
   * @secure
   */
  export namespace CreateCallerId {
    export type RequestParams = {
      /** Id of the organization that the key belongs to. */
      organizationId: string;
      /** Id of the project that the key belongs to. */
      projectId: string;
    };
    export type RequestQuery = {
      /**
       * Changes nothing; the answer is what would change, and what that does.
       * @default false
       */
      dry_run?: boolean;
    };
    export type RequestBody = NewCallerIdInput;
    export type RequestHeaders = {};
    export type ResponseBody = {
      /** What the edit would do. Nothing was changed. */
      data: DryRun;
      /** Human-readable text. */
      message: string;
      status: "success";
      /** Same value as the HTTP status. */
      status_code: 200;
    };
  }

  /**
   * No description
   * @tags Carriers
   * @name GetCallerId
   * @summary Get a caller ID
   * @request GET:/api/organizations/{organization_id}/projects/{project_id}/caller-ids/{caller_id}
   * @secure
   */
  export namespace GetCallerId {
    export type RequestParams = {
      /** Id of the caller ID. */
      callerId: string;
      /** Id of the organization that the key belongs to. */
      organizationId: string;
      /** Id of the project that the key belongs to. */
      projectId: string;
    };
    export type RequestQuery = {};
    export type RequestBody = never;
    export type RequestHeaders = {};
    export type ResponseBody = {
      data: ConfiguredCallerId;
      /** Human-readable text. */
      message: string;
      status: "success";
      /** Same value as the HTTP status. */
      status_code: 200;
    };
  }

  /**
   * @description Takes the fields of the declaration, also a new name. `If-Match` names the revision that it is based on.
   * @tags Carriers
   * @name UpdateCallerId
   * @summary Change a caller ID
   * @request PATCH:/api/organizations/{organization_id}/projects/{project_id}/caller-ids/{caller_id}
   * @secure
   */
  export namespace UpdateCallerId {
    export type RequestParams = {
      /** Id of the caller ID. */
      callerId: string;
      /** Id of the organization that the key belongs to. */
      organizationId: string;
      /** Id of the project that the key belongs to. */
      projectId: string;
    };
    export type RequestQuery = {
      /**
       * Changes nothing; the answer is what would change, and what that does.
       * @default false
       */
      dry_run?: boolean;
    };
    export type RequestBody = CallerIdPatchInput;
    export type RequestHeaders = {
      /** The `ETag` of the record that the edit is based on. It is required. */
      "if-match"?: string;
    };
    export type ResponseBody = {
      data: ConfiguredCallerId | DryRun;
      /** Human-readable text. */
      message: string;
      status: "success";
      /** Same value as the HTTP status. */
      status_code: 200;
    };
  }

  /**
   * @description Lists them by name.
   * @tags Workflows
   * @name ListWorkflows
   * @summary List workflows
   * @request GET:/api/organizations/{organization_id}/projects/{project_id}/workflows
   * @secure
   */
  export namespace ListWorkflows {
    export type RequestParams = {
      /** Id of the organization that the key belongs to. */
      organizationId: string;
      /** Id of the project that the key belongs to. */
      projectId: string;
    };
    export type RequestQuery = {
      /**
       * Page size.
       * @min 1
       * @max 100
       * @default 20
       */
      limit?: number;
      /**
       * Records to skip.
       * @min 0
       * @max 9007199254740991
       * @default 0
       */
      skip?: number;
    };
    export type RequestBody = never;
    export type RequestHeaders = {};
    export type ResponseBody = {
      data: {
        items: ConfiguredWorkflow[];
        /** Where a page stands in the whole list. */
        pagination: Pagination;
      };
      /** Human-readable text. */
      message: string;
      status: "success";
      /** Same value as the HTTP status. */
      status_code: 200;
    };
  }

  /**
   * No description
   * @tags Workflows
   * @name CreateWorkflow
   * @summary Make a workflow
   * @request POST:/api/organizations/{organization_id}/projects/{project_id}/workflows
   * @secure
   */
  export namespace CreateWorkflow {
    export type RequestParams = {
      /** Id of the organization that the key belongs to. */
      organizationId: string;
      /** Id of the project that the key belongs to. */
      projectId: string;
    };
    export type RequestQuery = {
      /**
       * Changes nothing; the answer is what would change, and what that does.
       * @default false
       */
      dry_run?: boolean;
    };
    export type RequestBody = NewWorkflowInput;
    export type RequestHeaders = {};
    export type ResponseBody = {
      /** What the edit would do. Nothing was changed. */
      data: DryRun;
      /** Human-readable text. */
      message: string;
      status: "success";
      /** Same value as the HTTP status. */
      status_code: 200;
    };
  }

  /**
   * No description
   * @tags Workflows
   * @name GetWorkflow
   * @summary Get a workflow
   * @request GET:/api/organizations/{organization_id}/projects/{project_id}/workflows/{workflow_id}
   * @secure
   */
  export namespace GetWorkflow {
    export type RequestParams = {
      /** Id of the organization that the key belongs to. */
      organizationId: string;
      /** Id of the project that the key belongs to. */
      projectId: string;
      /** Id of the workflow. */
      workflowId: string;
    };
    export type RequestQuery = {};
    export type RequestBody = never;
    export type RequestHeaders = {};
    export type ResponseBody = {
      data: ConfiguredWorkflow;
      /** Human-readable text. */
      message: string;
      status: "success";
      /** Same value as the HTTP status. */
      status_code: 200;
    };
  }

  /**
   * @description Takes the fields of the declaration, also a new name. `If-Match` names the revision that it is based on.
   * @tags Workflows
   * @name UpdateWorkflow
   * @summary Change a workflow
   * @request PATCH:/api/organizations/{organization_id}/projects/{project_id}/workflows/{workflow_id}
   * @secure
   */
  export namespace UpdateWorkflow {
    export type RequestParams = {
      /** Id of the organization that the key belongs to. */
      organizationId: string;
      /** Id of the project that the key belongs to. */
      projectId: string;
      /** Id of the workflow. */
      workflowId: string;
    };
    export type RequestQuery = {
      /**
       * Changes nothing; the answer is what would change, and what that does.
       * @default false
       */
      dry_run?: boolean;
    };
    export type RequestBody = WorkflowPatchInput;
    export type RequestHeaders = {
      /** The `ETag` of the record that the edit is based on. It is required. */
      "if-match"?: string;
    };
    export type ResponseBody = {
      data: ConfiguredWorkflow | DryRun;
      /** Human-readable text. */
      message: string;
      status: "success";
      /** Same value as the HTTP status. */
      status_code: 200;
    };
  }

  /**
   * @description Newest first. A call follows the revision with which it was dialed.
   * @tags Workflows
   * @name ListWorkflowRevisions
   * @summary List the revisions of a workflow
   * @request GET:/api/organizations/{organization_id}/projects/{project_id}/workflows/{workflow_id}/revisions
   * @secure
   */
  export namespace ListWorkflowRevisions {
    export type RequestParams = {
      /** Id of the organization that the key belongs to. */
      organizationId: string;
      /** Id of the project that the key belongs to. */
      projectId: string;
      /** Id of the workflow. */
      workflowId: string;
    };
    export type RequestQuery = {
      /**
       * Page size.
       * @min 1
       * @max 100
       * @default 20
       */
      limit?: number;
      /**
       * Records to skip.
       * @min 0
       * @max 9007199254740991
       * @default 0
       */
      skip?: number;
    };
    export type RequestBody = never;
    export type RequestHeaders = {};
    export type ResponseBody = {
      data: {
        items: WorkflowRevision[];
        /** Where a page stands in the whole list. */
        pagination: Pagination;
      };
      /** Human-readable text. */
      message: string;
      status: "success";
      /** Same value as the HTTP status. */
      status_code: 200;
    };
  }

  /**
   * @description Answers every fault with its line. Nothing is stored.
   * @tags Workflows
   * @name CheckWorkflow
   * @summary Check the source of a workflow
   * @request POST:/api/organizations/{organization_id}/projects/{project_id}/workflows/check
   * @secure
   */
  export namespace CheckWorkflow {
    export type RequestParams = {
      /** Id of the organization that the key belongs to. */
      organizationId: string;
      /** Id of the project that the key belongs to. */
      projectId: string;
    };
    export type RequestQuery = {};
    export type RequestBody = WorkflowSourceInput;
    export type RequestHeaders = {};
    export type ResponseBody = {
      data: CheckedWorkflow;
      /** Human-readable text. */
      message: string;
      status: "success";
      /** Same value as the HTTP status. */
      status_code: 200;
    };
  }

  /**
   * @description Runs it as a call would, with all inputs so far. Look-ups search the knowledge base; nothing is stored and nobody is called.
   * @tags Workflows
   * @name TryWorkflow
   * @summary Try a workflow
   * @request POST:/api/organizations/{organization_id}/projects/{project_id}/workflows/try
   * @secure
   */
  export namespace TryWorkflow {
    export type RequestParams = {
      /** Id of the organization that the key belongs to. */
      organizationId: string;
      /** Id of the project that the key belongs to. */
      projectId: string;
    };
    export type RequestQuery = {};
    export type RequestBody = TrialOfWorkflowInput;
    export type RequestHeaders = {};
    export type ResponseBody = {
      /** What a call would have said and done. */
      data: WorkflowTrial;
      /** Human-readable text. */
      message: string;
      status: "success";
      /** Same value as the HTTP status. */
      status_code: 200;
    };
  }

  /**
   * @description Fills the texts as a conversation would. Nothing is stored, and no model is asked.
   * @tags Agents
   * @name PreviewAgent
   * @summary Preview the filled prompt of an agent
   * @request POST:/api/organizations/{organization_id}/projects/{project_id}/agents/preview
   * @secure
   */
  export namespace PreviewAgent {
    export type RequestParams = {
      /** Id of the organization that the key belongs to. */
      organizationId: string;
      /** Id of the project that the key belongs to. */
      projectId: string;
    };
    export type RequestQuery = {};
    export type RequestBody = AgentToPreviewInput;
    export type RequestHeaders = {};
    export type ResponseBody = {
      /** What a model would read, and what would be said first. */
      data: AgentPreview;
      /** Human-readable text. */
      message: string;
      status: "success";
      /** Same value as the HTTP status. */
      status_code: 200;
    };
  }

  /**
   * @description Lists them by name.
   * @tags Campaigns
   * @name ListCampaigns
   * @summary List campaigns
   * @request GET:/api/organizations/{organization_id}/projects/{project_id}/campaigns
   * @secure
   */
  export namespace ListCampaigns {
    export type RequestParams = {
      /** Id of the organization that the key belongs to. */
      organizationId: string;
      /** Id of the project that the key belongs to. */
      projectId: string;
    };
    export type RequestQuery = {
      /**
       * Page size.
       * @min 1
       * @max 100
       * @default 20
       */
      limit?: number;
      /**
       * Records to skip.
       * @min 0
       * @max 9007199254740991
       * @default 0
       */
      skip?: number;
      /** Only campaigns with this status. One past its `ends_at` counts as `ended`. */
      status?: "draft" | "running" | "paused" | "ended";
    };
    export type RequestBody = never;
    export type RequestHeaders = {};
    export type ResponseBody = {
      data: {
        items: ConfiguredCampaign[];
        /** Where a page stands in the whole list. */
        pagination: Pagination;
      };
      /** Human-readable text. */
      message: string;
      status: "success";
      /** Same value as the HTTP status. */
      status_code: 200;
    };
  }

  /**
   * No description
   * @tags Campaigns
   * @name CreateCampaign
   * @summary Make a campaign
   * @request POST:/api/organizations/{organization_id}/projects/{project_id}/campaigns
   * @secure
   */
  export namespace CreateCampaign {
    export type RequestParams = {
      /** Id of the organization that the key belongs to. */
      organizationId: string;
      /** Id of the project that the key belongs to. */
      projectId: string;
    };
    export type RequestQuery = {
      /**
       * Changes nothing; the answer is what would change, and what that does.
       * @default false
       */
      dry_run?: boolean;
    };
    export type RequestBody = NewCampaignInput;
    export type RequestHeaders = {};
    export type ResponseBody = {
      /** What the edit would do. Nothing was changed. */
      data: DryRun;
      /** Human-readable text. */
      message: string;
      status: "success";
      /** Same value as the HTTP status. */
      status_code: 200;
    };
  }

  /**
   * No description
   * @tags Campaigns
   * @name GetCampaign
   * @summary Get a campaign
   * @request GET:/api/organizations/{organization_id}/projects/{project_id}/campaigns/{campaign_id}
   * @secure
   */
  export namespace GetCampaign {
    export type RequestParams = {
      /** Id of the campaign. */
      campaignId: string;
      /** Id of the organization that the key belongs to. */
      organizationId: string;
      /** Id of the project that the key belongs to. */
      projectId: string;
    };
    export type RequestQuery = {};
    export type RequestBody = never;
    export type RequestHeaders = {};
    export type ResponseBody = {
      data: ConfiguredCampaign;
      /** Human-readable text. */
      message: string;
      status: "success";
      /** Same value as the HTTP status. */
      status_code: 200;
    };
  }

  /**
   * @description Takes the fields of the declaration, also a new name. `If-Match` names the revision that it is based on.
   * @tags Campaigns
   * @name UpdateCampaign
   * @summary Change a campaign
   * @request PATCH:/api/organizations/{organization_id}/projects/{project_id}/campaigns/{campaign_id}
   * @secure
   */
  export namespace UpdateCampaign {
    export type RequestParams = {
      /** Id of the campaign. */
      campaignId: string;
      /** Id of the organization that the key belongs to. */
      organizationId: string;
      /** Id of the project that the key belongs to. */
      projectId: string;
    };
    export type RequestQuery = {
      /**
       * Changes nothing; the answer is what would change, and what that does.
       * @default false
       */
      dry_run?: boolean;
    };
    export type RequestBody = CampaignPatchInput;
    export type RequestHeaders = {
      /** The `ETag` of the record that the edit is based on. It is required. */
      "if-match"?: string;
    };
    export type ResponseBody = {
      data: ConfiguredCampaign | DryRun;
      /** Human-readable text. */
      message: string;
      status: "success";
      /** Same value as the HTTP status. */
      status_code: 200;
    };
  }

  /**
   * @description Lists them by name.
   * @tags Senders
   * @name ListWhatsappSenders
   * @summary List WhatsApp senders
   * @request GET:/api/organizations/{organization_id}/projects/{project_id}/whatsapp-senders
   * @secure
   */
  export namespace ListWhatsappSenders {
    export type RequestParams = {
      /** Id of the organization that the key belongs to. */
      organizationId: string;
      /** Id of the project that the key belongs to. */
      projectId: string;
    };
    export type RequestQuery = {
      /**
       * Page size.
       * @min 1
       * @max 100
       * @default 20
       */
      limit?: number;
      /**
       * Records to skip.
       * @min 0
       * @max 9007199254740991
       * @default 0
       */
      skip?: number;
    };
    export type RequestBody = never;
    export type RequestHeaders = {};
    export type ResponseBody = {
      data: {
        items: ConfiguredWhatsappSender[];
        /** Where a page stands in the whole list. */
        pagination: Pagination;
      };
      /** Human-readable text. */
      message: string;
      status: "success";
      /** Same value as the HTTP status. */
      status_code: 200;
    };
  }

  /**
   * No description
   * @tags Senders
   * @name CreateWhatsappSender
   * @summary Make a WhatsApp sender
   * @request POST:/api/organizations/{organization_id}/projects/{project_id}/whatsapp-senders
   * @secure
   */
  export namespace CreateWhatsappSender {
    export type RequestParams = {
      /** Id of the organization that the key belongs to. */
      organizationId: string;
      /** Id of the project that the key belongs to. */
      projectId: string;
    };
    export type RequestQuery = {
      /**
       * Changes nothing; the answer is what would change, and what that does.
       * @default false
       */
      dry_run?: boolean;
    };
    export type RequestBody = NewWhatsappSenderInput;
    export type RequestHeaders = {};
    export type ResponseBody = {
      /** What the edit would do. Nothing was changed. */
      data: DryRun;
      /** Human-readable text. */
      message: string;
      status: "success";
      /** Same value as the HTTP status. */
      status_code: 200;
    };
  }

  /**
   * No description
   * @tags Senders
   * @name GetWhatsappSender
   * @summary Get a WhatsApp sender
   * @request GET:/api/organizations/{organization_id}/projects/{project_id}/whatsapp-senders/{whatsapp_sender_id}
   * @secure
   */
  export namespace GetWhatsappSender {
    export type RequestParams = {
      /** Id of the organization that the key belongs to. */
      organizationId: string;
      /** Id of the project that the key belongs to. */
      projectId: string;
      /** Id of the WhatsApp sender. */
      whatsappSenderId: string;
    };
    export type RequestQuery = {};
    export type RequestBody = never;
    export type RequestHeaders = {};
    export type ResponseBody = {
      data: ConfiguredWhatsappSender;
      /** Human-readable text. */
      message: string;
      status: "success";
      /** Same value as the HTTP status. */
      status_code: 200;
    };
  }

  /**
   * @description Takes the fields of the declaration, also a new name. `If-Match` names the revision that it is based on.
   * @tags Senders
   * @name UpdateWhatsappSender
   * @summary Change a WhatsApp sender
   * @request PATCH:/api/organizations/{organization_id}/projects/{project_id}/whatsapp-senders/{whatsapp_sender_id}
   * @secure
   */
  export namespace UpdateWhatsappSender {
    export type RequestParams = {
      /** Id of the organization that the key belongs to. */
      organizationId: string;
      /** Id of the project that the key belongs to. */
      projectId: string;
      /** Id of the WhatsApp sender. */
      whatsappSenderId: string;
    };
    export type RequestQuery = {
      /**
       * Changes nothing; the answer is what would change, and what that does.
       * @default false
       */
      dry_run?: boolean;
    };
    export type RequestBody = WhatsappSenderPatchInput;
    export type RequestHeaders = {
      /** The `ETag` of the record that the edit is based on. It is required. */
      "if-match"?: string;
    };
    export type ResponseBody = {
      data: ConfiguredWhatsappSender | DryRun;
      /** Human-readable text. */
      message: string;
      status: "success";
      /** Same value as the HTTP status. */
      status_code: 200;
    };
  }

  /**
   * @description Lists them by name. Each language of a template is an item.
   * @tags Templates
   * @name ListWhatsappTemplates
   * @summary List templates
   * @request GET:/api/organizations/{organization_id}/projects/{project_id}/whatsapp-templates
   * @secure
   */
  export namespace ListWhatsappTemplates {
    export type RequestParams = {
      /** Id of the organization that the key belongs to. */
      organizationId: string;
      /** Id of the project that the key belongs to. */
      projectId: string;
    };
    export type RequestQuery = {
      /**
       * Page size.
       * @min 1
       * @max 100
       * @default 20
       */
      limit?: number;
      /**
       * A part of the name.
       * @maxLength 100
       */
      q?: string;
      /**
       * Records to skip.
       * @min 0
       * @max 9007199254740991
       * @default 0
       */
      skip?: number;
      /** Only templates with this status. */
      status?: "approved" | "pending" | "rejected" | "paused" | "disabled";
      /**
       * Only templates of this sender.
       * @format uuid
       * @pattern ^([0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[1-8][0-9a-fA-F]{3}-[89abAB][0-9a-fA-F]{3}-[0-9a-fA-F]{12}|00000000-0000-0000-0000-000000000000|ffffffff-ffff-ffff-ffff-ffffffffffff)$
       */
      whatsapp_sender_id?: string;
    };
    export type RequestBody = never;
    export type RequestHeaders = {};
    export type ResponseBody = {
      data: {
        /** How many have each status, whatever `status` is. */
        counts: {
          /**
           * @min 0
           * @max 9007199254740991
           */
          approved: number;
          /**
           * @min 0
           * @max 9007199254740991
           */
          disabled: number;
          /**
           * @min 0
           * @max 9007199254740991
           */
          paused: number;
          /**
           * @min 0
           * @max 9007199254740991
           */
          pending: number;
          /**
           * @min 0
           * @max 9007199254740991
           */
          rejected: number;
        };
        items: WhatsappTemplateItem[];
        /** Where a page stands in the whole list. */
        pagination: Pagination;
      };
      /** Human-readable text. */
      message: string;
      status: "success";
      /** Same value as the HTTP status. */
      status_code: 200;
    };
  }

  /**
   * @description Returns its languages, and the broadcasts that use it with what is wrong for them.
   * @tags Templates
   * @name GetWhatsappTemplate
   * @summary Get a template
   * @request GET:/api/organizations/{organization_id}/projects/{project_id}/whatsapp-templates/{template_id}
   * @secure
   */
  export namespace GetWhatsappTemplate {
    export type RequestParams = {
      /** Id of the organization that the key belongs to. */
      organizationId: string;
      /** Id of the project that the key belongs to. */
      projectId: string;
      /** Id of the template. */
      templateId: string;
    };
    export type RequestQuery = {};
    export type RequestBody = never;
    export type RequestHeaders = {};
    export type ResponseBody = {
      data: WholeWhatsappTemplate;
      /** Human-readable text. */
      message: string;
      status: "success";
      /** Same value as the HTTP status. */
      status_code: 200;
    };
  }

  /**
   * @description Also says why messages of the broadcast are refused, or would be.
   * @tags Templates
   * @name GetBroadcastTemplate
   * @summary Get the template of a broadcast
   * @request GET:/api/organizations/{organization_id}/projects/{project_id}/broadcasts/{broadcast_id}/template
   * @secure
   */
  export namespace GetBroadcastTemplate {
    export type RequestParams = {
      /** Id of the broadcast. */
      broadcastId: string;
      /** Id of the organization that the key belongs to. */
      organizationId: string;
      /** Id of the project that the key belongs to. */
      projectId: string;
    };
    export type RequestQuery = {};
    export type RequestBody = never;
    export type RequestHeaders = {};
    export type ResponseBody = {
      /** The template of a broadcast, and what is wrong with it. */
      data: BroadcastTemplate;
      /** Human-readable text. */
      message: string;
      status: "success";
      /** Same value as the HTTP status. */
      status_code: 200;
    };
  }

  /**
   * @description Those in force, newest first.
   * @tags Opt-outs
   * @name ListOptOuts
   * @summary List opt-outs
   * @request GET:/api/organizations/{organization_id}/projects/{project_id}/opt-outs
   * @secure
   */
  export namespace ListOptOuts {
    export type RequestParams = {
      /** Id of the organization that the key belongs to. */
      organizationId: string;
      /** Id of the project that the key belongs to. */
      projectId: string;
    };
    export type RequestQuery = {
      /**
       * Page size.
       * @min 1
       * @max 100
       * @default 20
       */
      limit?: number;
      /**
       * Digits of a number, a WhatsApp id, or a part of a name.
       * @maxLength 100
       */
      q?: string;
      /** Only those of this scope. */
      scope?: "all" | "marketing";
      /**
       * Records to skip.
       * @min 0
       * @max 9007199254740991
       * @default 0
       */
      skip?: number;
      /** Only those that came this way. */
      source?: "message" | "provider" | "operator";
    };
    export type RequestBody = never;
    export type RequestHeaders = {};
    export type ResponseBody = {
      data: {
        items: OptOut[];
        /** Where a page stands in the whole list. */
        pagination: Pagination;
      };
      /** Human-readable text. */
      message: string;
      status: "success";
      /** Same value as the HTTP status. */
      status_code: 200;
    };
  }

  /**
   * @description Bars every WhatsApp message of the project, until the person writes START or it is ended.
   * @tags Opt-outs
   * @name CreateOptOut
   * @summary Opt a person out
   * @request POST:/api/organizations/{organization_id}/projects/{project_id}/opt-outs
   * @secure
   */
  export namespace CreateOptOut {
    export type RequestParams = {
      /** Id of the organization that the key belongs to. */
      organizationId: string;
      /** Id of the project that the key belongs to. */
      projectId: string;
    };
    export type RequestQuery = {};
    export type RequestBody = NewOptOutInput;
    export type RequestHeaders = {};
    export type ResponseBody = {
      data: ChangedOptOut;
      /** Human-readable text. */
      message: string;
      status: "success";
      /** Same value as the HTTP status. */
      status_code: 200;
    };
  }

  /**
   * @description Lists them by name.
   * @tags WhatsApp
   * @name ListBroadcasts
   * @summary List broadcasts
   * @request GET:/api/organizations/{organization_id}/projects/{project_id}/broadcasts
   * @secure
   */
  export namespace ListBroadcasts {
    export type RequestParams = {
      /** Id of the organization that the key belongs to. */
      organizationId: string;
      /** Id of the project that the key belongs to. */
      projectId: string;
    };
    export type RequestQuery = {
      /**
       * Page size.
       * @min 1
       * @max 100
       * @default 20
       */
      limit?: number;
      /**
       * Records to skip.
       * @min 0
       * @max 9007199254740991
       * @default 0
       */
      skip?: number;
    };
    export type RequestBody = never;
    export type RequestHeaders = {};
    export type ResponseBody = {
      data: {
        items: ConfiguredBroadcast[];
        /** Where a page stands in the whole list. */
        pagination: Pagination;
      };
      /** Human-readable text. */
      message: string;
      status: "success";
      /** Same value as the HTTP status. */
      status_code: 200;
    };
  }

  /**
   * No description
   * @tags WhatsApp
   * @name CreateBroadcast
   * @summary Make a broadcast
   * @request POST:/api/organizations/{organization_id}/projects/{project_id}/broadcasts
   * @secure
   */
  export namespace CreateBroadcast {
    export type RequestParams = {
      /** Id of the organization that the key belongs to. */
      organizationId: string;
      /** Id of the project that the key belongs to. */
      projectId: string;
    };
    export type RequestQuery = {
      /**
       * Changes nothing; the answer is what would change, and what that does.
       * @default false
       */
      dry_run?: boolean;
    };
    export type RequestBody = NewBroadcastInput;
    export type RequestHeaders = {};
    export type ResponseBody = {
      /** What the edit would do. Nothing was changed. */
      data: DryRun;
      /** Human-readable text. */
      message: string;
      status: "success";
      /** Same value as the HTTP status. */
      status_code: 200;
    };
  }

  /**
   * @description Lists them by name.
   * @tags Agents
   * @name ListModelAccounts
   * @summary List model accounts
   * @request GET:/api/organizations/{organization_id}/projects/{project_id}/model-accounts
   * @secure
   */
  export namespace ListModelAccounts {
    export type RequestParams = {
      /** Id of the organization that the key belongs to. */
      organizationId: string;
      /** Id of the project that the key belongs to. */
      projectId: string;
    };
    export type RequestQuery = {
      /**
       * Page size.
       * @min 1
       * @max 100
       * @default 20
       */
      limit?: number;
      /**
       * Records to skip.
       * @min 0
       * @max 9007199254740991
       * @default 0
       */
      skip?: number;
    };
    export type RequestBody = never;
    export type RequestHeaders = {};
    export type ResponseBody = {
      data: {
        items: ConfiguredModelAccount[];
        /** Where a page stands in the whole list. */
        pagination: Pagination;
      };
      /** Human-readable text. */
      message: string;
      status: "success";
      /** Same value as the HTTP status. */
      status_code: 200;
    };
  }

  /**
   * No description
   * @tags Agents
   * @name CreateModelAccount
   * @summary Make a model account
   * @request POST:/api/organizations/{organization_id}/projects/{project_id}/model-accounts
   * @secure
   */
  export namespace CreateModelAccount {
    export type RequestParams = {
      /** Id of the organization that the key belongs to. */
      organizationId: string;
      /** Id of the project that the key belongs to. */
      projectId: string;
    };
    export type RequestQuery = {
      /**
       * Changes nothing; the answer is what would change, and what that does.
       * @default false
       */
      dry_run?: boolean;
    };
    export type RequestBody = NewModelAccountInput;
    export type RequestHeaders = {};
    export type ResponseBody = {
      /** What the edit would do. Nothing was changed. */
      data: DryRun;
      /** Human-readable text. */
      message: string;
      status: "success";
      /** Same value as the HTTP status. */
      status_code: 200;
    };
  }

  /**
   * No description
   * @tags Agents
   * @name GetModelAccount
   * @summary Get a model account
   * @request GET:/api/organizations/{organization_id}/projects/{project_id}/model-accounts/{model_account_id}
   * @secure
   */
  export namespace GetModelAccount {
    export type RequestParams = {
      /** Id of the model account. */
      modelAccountId: string;
      /** Id of the organization that the key belongs to. */
      organizationId: string;
      /** Id of the project that the key belongs to. */
      projectId: string;
    };
    export type RequestQuery = {};
    export type RequestBody = never;
    export type RequestHeaders = {};
    export type ResponseBody = {
      data: ConfiguredModelAccount;
      /** Human-readable text. */
      message: string;
      status: "success";
      /** Same value as the HTTP status. */
      status_code: 200;
    };
  }

  /**
   * @description Takes the fields of the declaration, also a new name. `If-Match` names the revision that it is based on.
   * @tags Agents
   * @name UpdateModelAccount
   * @summary Change a model account
   * @request PATCH:/api/organizations/{organization_id}/projects/{project_id}/model-accounts/{model_account_id}
   * @secure
   */
  export namespace UpdateModelAccount {
    export type RequestParams = {
      /** Id of the model account. */
      modelAccountId: string;
      /** Id of the organization that the key belongs to. */
      organizationId: string;
      /** Id of the project that the key belongs to. */
      projectId: string;
    };
    export type RequestQuery = {
      /**
       * Changes nothing; the answer is what would change, and what that does.
       * @default false
       */
      dry_run?: boolean;
    };
    export type RequestBody = ModelAccountPatchInput;
    export type RequestHeaders = {
      /** The `ETag` of the record that the edit is based on. It is required. */
      "if-match"?: string;
    };
    export type ResponseBody = {
      data: ConfiguredModelAccount | DryRun;
      /** Human-readable text. */
      message: string;
      status: "success";
      /** Same value as the HTTP status. */
      status_code: 200;
    };
  }

  /**
   * @description Lists them by name.
   * @tags Webhooks
   * @name ListWebhookEndpoints
   * @summary List webhook endpoints
   * @request GET:/api/organizations/{organization_id}/projects/{project_id}/webhook-endpoints
   * @secure
   */
  export namespace ListWebhookEndpoints {
    export type RequestParams = {
      /** Id of the organization that the key belongs to. */
      organizationId: string;
      /** Id of the project that the key belongs to. */
      projectId: string;
    };
    export type RequestQuery = {
      /**
       * Page size.
       * @min 1
       * @max 100
       * @default 20
       */
      limit?: number;
      /**
       * Records to skip.
       * @min 0
       * @max 9007199254740991
       * @default 0
       */
      skip?: number;
    };
    export type RequestBody = never;
    export type RequestHeaders = {};
    export type ResponseBody = {
      data: {
        items: ConfiguredWebhookEndpoint[];
        /** Where a page stands in the whole list. */
        pagination: Pagination;
      };
      /** Human-readable text. */
      message: string;
      status: "success";
      /** Same value as the HTTP status. */
      status_code: 200;
    };
  }

  /**
   * No description
   * @tags Webhooks
   * @name CreateWebhookEndpoint
   * @summary Make a webhook endpoint
   * @request POST:/api/organizations/{organization_id}/projects/{project_id}/webhook-endpoints
   * @secure
   */
  export namespace CreateWebhookEndpoint {
    export type RequestParams = {
      /** Id of the organization that the key belongs to. */
      organizationId: string;
      /** Id of the project that the key belongs to. */
      projectId: string;
    };
    export type RequestQuery = {
      /**
       * Changes nothing; the answer is what would change, and what that does.
       * @default false
       */
      dry_run?: boolean;
    };
    export type RequestBody = NewWebhookEndpointInput;
    export type RequestHeaders = {};
    export type ResponseBody = {
      /** What the edit would do. Nothing was changed. */
      data: DryRun;
      /** Human-readable text. */
      message: string;
      status: "success";
      /** Same value as the HTTP status. */
      status_code: 200;
    };
  }

  /**
   * @description Lists them by name.
   * @tags Agents
   * @name ListAgents
   * @summary List agents
   * @request GET:/api/organizations/{organization_id}/projects/{project_id}/agents
   * @secure
   */
  export namespace ListAgents {
    export type RequestParams = {
      /** Id of the organization that the key belongs to. */
      organizationId: string;
      /** Id of the project that the key belongs to. */
      projectId: string;
    };
    export type RequestQuery = {
      /**
       * Page size.
       * @min 1
       * @max 100
       * @default 20
       */
      limit?: number;
      /**
       * Records to skip.
       * @min 0
       * @max 9007199254740991
       * @default 0
       */
      skip?: number;
    };
    export type RequestBody = never;
    export type RequestHeaders = {};
    export type ResponseBody = {
      data: {
        items: ConfiguredAgent[];
        /** Where a page stands in the whole list. */
        pagination: Pagination;
      };
      /** Human-readable text. */
      message: string;
      status: "success";
      /** Same value as the HTTP status. */
      status_code: 200;
    };
  }

  /**
   * No description
   * @tags Agents
   * @name CreateAgent
   * @summary Make an agent
   * @request POST:/api/organizations/{organization_id}/projects/{project_id}/agents
   * @secure
   */
  export namespace CreateAgent {
    export type RequestParams = {
      /** Id of the organization that the key belongs to. */
      organizationId: string;
      /** Id of the project that the key belongs to. */
      projectId: string;
    };
    export type RequestQuery = {
      /**
       * Changes nothing; the answer is what would change, and what that does.
       * @default false
       */
      dry_run?: boolean;
    };
    export type RequestBody = NewAgentInput;
    export type RequestHeaders = {};
    export type ResponseBody = {
      /** What the edit would do. Nothing was changed. */
      data: DryRun;
      /** Human-readable text. */
      message: string;
      status: "success";
      /** Same value as the HTTP status. */
      status_code: 200;
    };
  }

  /**
   * No description
   * @tags Agents
   * @name GetAgent
   * @summary Get an agent
   * @request GET:/api/organizations/{organization_id}/projects/{project_id}/agents/{agent_id}
   * @secure
   */
  export namespace GetAgent {
    export type RequestParams = {
      /** Id of the agent. */
      agentId: string;
      /** Id of the organization that the key belongs to. */
      organizationId: string;
      /** Id of the project that the key belongs to. */
      projectId: string;
    };
    export type RequestQuery = {};
    export type RequestBody = never;
    export type RequestHeaders = {};
    export type ResponseBody = {
      data: ConfiguredAgent;
      /** Human-readable text. */
      message: string;
      status: "success";
      /** Same value as the HTTP status. */
      status_code: 200;
    };
  }

  /**
   * @description Takes the fields of the declaration, also a new name. `If-Match` names the revision that it is based on.
   * @tags Agents
   * @name UpdateAgent
   * @summary Change an agent
   * @request PATCH:/api/organizations/{organization_id}/projects/{project_id}/agents/{agent_id}
   * @secure
   */
  export namespace UpdateAgent {
    export type RequestParams = {
      /** Id of the agent. */
      agentId: string;
      /** Id of the organization that the key belongs to. */
      organizationId: string;
      /** Id of the project that the key belongs to. */
      projectId: string;
    };
    export type RequestQuery = {
      /**
       * Changes nothing; the answer is what would change, and what that does.
       * @default false
       */
      dry_run?: boolean;
    };
    export type RequestBody = AgentPatchInput;
    export type RequestHeaders = {
      /** The `ETag` of the record that the edit is based on. It is required. */
      "if-match"?: string;
    };
    export type ResponseBody = {
      data: ConfiguredAgent | DryRun;
      /** Human-readable text. */
      message: string;
      status: "success";
      /** Same value as the HTTP status. */
      status_code: 200;
    };
  }

  /**
   * @description Newest first. A conversation goes on by the revision with which it began.
   * @tags Agents
   * @name ListAgentRevisions
   * @summary List the revisions of an agent
   * @request GET:/api/organizations/{organization_id}/projects/{project_id}/agents/{agent_id}/revisions
   * @secure
   */
  export namespace ListAgentRevisions {
    export type RequestParams = {
      /** Id of the agent. */
      agentId: string;
      /** Id of the organization that the key belongs to. */
      organizationId: string;
      /** Id of the project that the key belongs to. */
      projectId: string;
    };
    export type RequestQuery = {
      /**
       * Page size.
       * @min 1
       * @max 100
       * @default 20
       */
      limit?: number;
      /**
       * Records to skip.
       * @min 0
       * @max 9007199254740991
       * @default 0
       */
      skip?: number;
    };
    export type RequestBody = never;
    export type RequestHeaders = {};
    export type ResponseBody = {
      data: {
        items: AgentRevision[];
        /** Where a page stands in the whole list. */
        pagination: Pagination;
      };
      /** Human-readable text. */
      message: string;
      status: "success";
      /** Same value as the HTTP status. */
      status_code: 200;
    };
  }

  /**
   * No description
   * @tags WhatsApp
   * @name GetBroadcast
   * @summary Get a broadcast
   * @request GET:/api/organizations/{organization_id}/projects/{project_id}/broadcasts/{broadcast_id}
   * @secure
   */
  export namespace GetBroadcast {
    export type RequestParams = {
      /** Id of the broadcast. */
      broadcastId: string;
      /** Id of the organization that the key belongs to. */
      organizationId: string;
      /** Id of the project that the key belongs to. */
      projectId: string;
    };
    export type RequestQuery = {};
    export type RequestBody = never;
    export type RequestHeaders = {};
    export type ResponseBody = {
      data: ConfiguredBroadcast;
      /** Human-readable text. */
      message: string;
      status: "success";
      /** Same value as the HTTP status. */
      status_code: 200;
    };
  }

  /**
   * @description Takes the fields of the declaration, also a new name. `If-Match` names the revision that it is based on.
   * @tags WhatsApp
   * @name UpdateBroadcast
   * @summary Change a broadcast
   * @request PATCH:/api/organizations/{organization_id}/projects/{project_id}/broadcasts/{broadcast_id}
   * @secure
   */
  export namespace UpdateBroadcast {
    export type RequestParams = {
      /** Id of the broadcast. */
      broadcastId: string;
      /** Id of the organization that the key belongs to. */
      organizationId: string;
      /** Id of the project that the key belongs to. */
      projectId: string;
    };
    export type RequestQuery = {
      /**
       * Changes nothing; the answer is what would change, and what that does.
       * @default false
       */
      dry_run?: boolean;
    };
    export type RequestBody = BroadcastPatchInput;
    export type RequestHeaders = {
      /** The `ETag` of the record that the edit is based on. It is required. */
      "if-match"?: string;
    };
    export type ResponseBody = {
      data: ConfiguredBroadcast | DryRun;
      /** Human-readable text. */
      message: string;
      status: "success";
      /** Same value as the HTTP status. */
      status_code: 200;
    };
  }

  /**
   * @description They are of this moment.
   * @tags WhatsApp
   * @name GetBroadcastFigures
   * @summary Get the messages of a broadcast in figures
   * @request GET:/api/organizations/{organization_id}/projects/{project_id}/broadcasts/{broadcast_id}/figures
   * @secure
   */
  export namespace GetBroadcastFigures {
    export type RequestParams = {
      /** Id of the broadcast, one of this project. */
      broadcastId: string;
      /** Id of the organization that the key belongs to. */
      organizationId: string;
      /** Id of the project that the key belongs to. */
      projectId: string;
    };
    export type RequestQuery = {};
    export type RequestBody = never;
    export type RequestHeaders = {};
    export type ResponseBody = {
      /** The messages of a broadcast in figures. */
      data: BroadcastFigures;
      /** Human-readable text. */
      message: string;
      status: "success";
      /** Same value as the HTTP status. */
      status_code: 200;
    };
  }

  /**
   * @description Newest first, with every status and its time, the reason of a failure, and the cost.
   * @tags WhatsApp
   * @name ListProjectMessages
   * @summary List the messages of all broadcasts
   * @request GET:/api/organizations/{organization_id}/projects/{project_id}/messages
   * @secure
   */
  export namespace ListProjectMessages {
    export type RequestParams = {
      /** Id of the organization that the key belongs to. */
      organizationId: string;
      /** Id of the project that the key belongs to. */
      projectId: string;
    };
    export type RequestQuery = {
      /** Keeps the messages of this broadcast only. */
      broadcast_id?: string;
      /**
       * Those that failed with this code of WhatsApp; `none`: those that failed without one.
       * @pattern ^(?:\d{1,10}|none)$
       */
      error_code?: string;
      /**
       * Page size.
       * @min 1
       * @max 100
       * @default 20
       */
      limit?: number;
      /**
       * Records to skip.
       * @min 0
       * @max 9007199254740991
       * @default 0
       */
      skip?: number;
      /** Keeps the messages with this status only. */
      status?:
        | "processing"
        | "unresolved"
        | "sent"
        | "delivered"
        | "read"
        | "failed";
      /**
       * Keeps the messages to this person: a number in international format, or the id that WhatsApp gives them.
       * @maxLength 200
       */
      to?: string;
    };
    export type RequestBody = never;
    export type RequestHeaders = {};
    export type ResponseBody = {
      data: {
        items: ProjectMessage[];
        /** Where a page stands in the whole list. */
        pagination: Pagination;
      };
      /** Human-readable text. */
      message: string;
      status: "success";
      /** Same value as the HTTP status. */
      status_code: 200;
    };
  }

  /**
   * @description Its request, every status, why it failed, what it cost, and what it was sent again as.
   * @tags WhatsApp
   * @name GetProjectMessage
   * @summary Get a message of the project
   * @request GET:/api/organizations/{organization_id}/projects/{project_id}/messages/{message_id}
   * @secure
   */
  export namespace GetProjectMessage {
    export type RequestParams = {
      /** Id of the message, one of this project. */
      messageId: string;
      /** Id of the organization that the key belongs to. */
      organizationId: string;
      /** Id of the project that the key belongs to. */
      projectId: string;
    };
    export type RequestQuery = {};
    export type RequestBody = never;
    export type RequestHeaders = {};
    export type ResponseBody = {
      /** A message with its history and what it belongs to. */
      data: ProjectWholeMessage;
      /** Human-readable text. */
      message: string;
      status: "success";
      /** Same value as the HTTP status. */
      status_code: 200;
    };
  }

  /**
   * @description One line a message, newest first: its send is reserved before it is sent, and then consumed or released.
   * @tags WhatsApp
   * @name ListSends
   * @summary List the sends of the plan
   * @request GET:/api/organizations/{organization_id}/projects/{project_id}/sends
   * @secure
   */
  export namespace ListSends {
    export type RequestParams = {
      /** Id of the organization that the key belongs to. */
      organizationId: string;
      /** Id of the project that the key belongs to. */
      projectId: string;
    };
    export type RequestQuery = {
      /**
       * Page size.
       * @min 1
       * @max 100
       * @default 20
       */
      limit?: number;
      /**
       * Records to skip.
       * @min 0
       * @max 9007199254740991
       * @default 0
       */
      skip?: number;
      /** Sends that are held, counted or given back only. */
      state?: "reserved" | "consumed" | "released";
    };
    export type RequestBody = never;
    export type RequestHeaders = {};
    export type ResponseBody = {
      data: {
        items: ProjectMessage[];
        /** Where a page stands in the whole list. */
        pagination: Pagination;
        /** Counts for the whole organization. */
        plan: {
          /**
           * @min 0
           * @max 9007199254740991
           */
          consumed: number;
          /**
           * Below 0 if the plan was lowered below what was used.
           * @min -9007199254740991
           * @max 9007199254740991
           */
          left: number;
          /**
           * @min 0
           * @max 9007199254740991
           */
          reserved: number;
          /**
           * What the plan allows.
           * @min 0
           * @max 9007199254740991
           */
          sends: number;
          status: "active" | "inactive";
        };
        /** Counts the messages of the project, whatever the filter. Together the counts are as many as its messages. */
        sums: {
          /**
           * @min 0
           * @max 9007199254740991
           */
          consumed: number;
          /**
           * @min 0
           * @max 9007199254740991
           */
          released: number;
          /**
           * @min 0
           * @max 9007199254740991
           */
          reserved: number;
        };
      };
      /** Human-readable text. */
      message: string;
      status: "success";
      /** Same value as the HTTP status. */
      status_code: 200;
    };
  }

  /**
   * @description They become `paused`: calls that wait are held back, calls under way go on. It takes no `If-Match`, since a stop must not fail for an old page.
   * @tags Campaigns
   * @name HoldCampaign
   * @summary Hold a campaign
   * @request POST:/api/organizations/{organization_id}/projects/{project_id}/campaigns/{campaign_id}/hold
   * @secure
   */
  export namespace HoldCampaign {
    export type RequestParams = {
      /** Id of the campaign, one of this project. */
      campaignId: string;
      /** Id of the organization that the key belongs to. */
      organizationId: string;
      /** Id of the project that the key belongs to. */
      projectId: string;
    };
    export type RequestQuery = {
      /**
       * Changes nothing; the answer is what would change.
       * @default false
       */
      dry_run?: boolean;
    };
    export type RequestBody = never;
    export type RequestHeaders = {};
    export type ResponseBody = {
      data: HeldCampaigns;
      /** Human-readable text. */
      message: string;
      status: "success";
      /** Same value as the HTTP status. */
      status_code: 200;
    };
  }

  /**
   * @description They get the status back that they had before.
   * @tags Campaigns
   * @name ReleaseCampaign
   * @summary Release a campaign
   * @request POST:/api/organizations/{organization_id}/projects/{project_id}/campaigns/{campaign_id}/release
   * @secure
   */
  export namespace ReleaseCampaign {
    export type RequestParams = {
      /** Id of the campaign, one of this project. */
      campaignId: string;
      /** Id of the organization that the key belongs to. */
      organizationId: string;
      /** Id of the project that the key belongs to. */
      projectId: string;
    };
    export type RequestQuery = {
      /**
       * Changes nothing; the answer is what would change.
       * @default false
       */
      dry_run?: boolean;
    };
    export type RequestBody = never;
    export type RequestHeaders = {};
    export type ResponseBody = {
      data: HeldCampaigns;
      /** Human-readable text. */
      message: string;
      status: "success";
      /** Same value as the HTTP status. */
      status_code: 200;
    };
  }

  /**
   * @description They become `paused`: calls that wait are held back, calls under way go on. It takes no `If-Match`, since a stop must not fail for an old page.
   * @tags Campaigns
   * @name HoldProject
   * @summary Hold all campaigns
   * @request POST:/api/organizations/{organization_id}/projects/{project_id}/hold
   * @secure
   */
  export namespace HoldProject {
    export type RequestParams = {
      /** Id of the organization that the key belongs to. */
      organizationId: string;
      /** Id of the project that the key belongs to. */
      projectId: string;
    };
    export type RequestQuery = {
      /**
       * Changes nothing; the answer is what would change.
       * @default false
       */
      dry_run?: boolean;
    };
    export type RequestBody = never;
    export type RequestHeaders = {};
    export type ResponseBody = {
      data: HeldCampaigns;
      /** Human-readable text. */
      message: string;
      status: "success";
      /** Same value as the HTTP status. */
      status_code: 200;
    };
  }

  /**
   * @description They get the status back that they had before.
   * @tags Campaigns
   * @name ReleaseProject
   * @summary Release all campaigns
   * @request POST:/api/organizations/{organization_id}/projects/{project_id}/release
   * @secure
   */
  export namespace ReleaseProject {
    export type RequestParams = {
      /** Id of the organization that the key belongs to. */
      organizationId: string;
      /** Id of the project that the key belongs to. */
      projectId: string;
    };
    export type RequestQuery = {
      /**
       * Changes nothing; the answer is what would change.
       * @default false
       */
      dry_run?: boolean;
    };
    export type RequestBody = never;
    export type RequestHeaders = {};
    export type ResponseBody = {
      data: HeldCampaigns;
      /** Human-readable text. */
      message: string;
      status: "success";
      /** Same value as the HTTP status. */
      status_code: 200;
    };
  }

  /**
   * @description At most 500 a request, in the order of the queue; `is_more` says that others are left. Calls under way go on.
   * @tags Calls
   * @name CancelWaitingCalls
   * @summary Cancel all calls that wait
   * @request POST:/api/organizations/{organization_id}/projects/{project_id}/campaigns/{campaign_id}/calls/cancel-waiting
   * @secure
   */
  export namespace CancelWaitingCalls {
    export type RequestParams = {
      /** Id of the campaign, one of this project. */
      campaignId: string;
      /** Id of the organization that the key belongs to. */
      organizationId: string;
      /** Id of the project that the key belongs to. */
      projectId: string;
    };
    export type RequestQuery = {};
    export type RequestBody = {
      /** Calls that were accepted later stay, such as those that a person has not seen yet. ISO 8601; a date alone is the end of that day in UTC. */
      until: string;
    };
    export type RequestHeaders = {};
    export type ResponseBody = {
      data: {
        /**
         * @min 0
         * @max 9007199254740991
         */
        canceled: number;
        is_more: boolean;
      };
      /** Human-readable text. */
      message: string;
      status: "success";
      /** Same value as the HTTP status. */
      status_code: 200;
    };
  }

  /**
   * @description Rows that are not calls yet become none, and a worker cancels the calls that wait. Calls under way go on and are not tried again. Canceling twice does no harm.
   * @tags Calls
   * @name CancelCallBatch
   * @summary Cancel what waits of a file
   * @request POST:/api/organizations/{organization_id}/projects/{project_id}/campaigns/{campaign_id}/call-batches/{batch_id}/cancel
   * @secure
   */
  export namespace CancelCallBatch {
    export type RequestParams = {
      /** Id of the batch, one of this campaign. */
      batchId: string;
      /** Id of the campaign, one of this project. */
      campaignId: string;
      /** Id of the organization that the key belongs to. */
      organizationId: string;
      /** Id of the project that the key belongs to. */
      projectId: string;
    };
    export type RequestQuery = {};
    export type RequestBody = never;
    export type RequestHeaders = {};
    export type ResponseBody = {
      /** Calls from one file, with their outcomes. */
      data: WholeCallBatch;
      /** Human-readable text. */
      message: string;
      status: "success";
      /** Same value as the HTTP status. */
      status_code: 200;
    };
  }

  /**
   * @description Resumes a batch that stopped because its campaign took no more calls, once it takes calls again.
   * @tags Calls
   * @name ResumeCallBatch
   * @summary Go on with a file that stopped
   * @request POST:/api/organizations/{organization_id}/projects/{project_id}/campaigns/{campaign_id}/call-batches/{batch_id}/resume
   * @secure
   */
  export namespace ResumeCallBatch {
    export type RequestParams = {
      /** Id of the batch, one of this campaign. */
      batchId: string;
      /** Id of the campaign, one of this project. */
      campaignId: string;
      /** Id of the organization that the key belongs to. */
      organizationId: string;
      /** Id of the project that the key belongs to. */
      projectId: string;
    };
    export type RequestQuery = {};
    export type RequestBody = never;
    export type RequestHeaders = {};
    export type ResponseBody = {
      /** Calls from one file, with their outcomes. */
      data: WholeCallBatch;
      /** Human-readable text. */
      message: string;
      status: "success";
      /** Same value as the HTTP status. */
      status_code: 200;
    };
  }

  /**
   * No description
   * @tags Tickets
   * @name CloseTicket
   * @summary Close a ticket
   * @request POST:/api/organizations/{organization_id}/projects/{project_id}/tickets/{ticket_id}/close
   * @secure
   */
  export namespace CloseTicket {
    export type RequestParams = {
      /** Id of the organization that the key belongs to. */
      organizationId: string;
      /** Id of the project that the key belongs to. */
      projectId: string;
      /** Id of the ticket. */
      ticketId: string;
    };
    export type RequestQuery = {};
    export type RequestBody = {
      /**
       * What was done.
       * @minLength 1
       * @maxLength 2000
       */
      note?: string;
    };
    export type RequestHeaders = {};
    export type ResponseBody = {
      data: {
        _id: string;
        /**
         * ISO 8601 UTC, such as 2026-11-21T09:00:00.000Z.
         * @format date-time
         */
        closed_at: string;
      };
      /** Human-readable text. */
      message: string;
      status: "success";
      /** Same value as the HTTP status. */
      status_code: 200;
    };
  }

  /**
   * @description Every rule of a send, by the same code. Fields may be missing yet. Nothing is reserved, sent or stored.
   * @tags WhatsApp
   * @name CheckWhatsappMessage
   * @summary Check a send without sending
   * @request POST:/api/organizations/{organization_id}/projects/{project_id}/broadcasts/{broadcast_id}/messages/check
   * @secure
   */
  export namespace CheckWhatsappMessage {
    export type RequestParams = {
      /** Id of the broadcast, one of this project. */
      broadcastId: string;
      /** Id of the organization that the key belongs to. */
      organizationId: string;
      /** Id of the project that the key belongs to. */
      projectId: string;
    };
    export type RequestQuery = {};
    export type RequestBody = CheckedSendBodyInput;
    export type RequestHeaders = {};
    export type ResponseBody = {
      /** What a send would be answered, and why. */
      data: CheckedSend;
      /** Human-readable text. */
      message: string;
      status: "success";
      /** Same value as the HTTP status. */
      status_code: 200;
    };
  }

  /**
   * @description The chat has an agent, and its mode is `person`. The message is sent under the agent’s broadcast, by the rules of every send. Give each draft an `Idempotency-Key` of its own. 202 and 503: it is not known yet whether WhatsApp has it.
   * @tags Agents
   * @name ReplyToChat
   * @summary Answer a WhatsApp chat as a person
   * @request POST:/api/organizations/{organization_id}/projects/{project_id}/conversations/{conversation_id}/replies
   * @secure
   */
  export namespace ReplyToChat {
    export type RequestParams = {
      /** Id of the conversation. */
      conversationId: string;
      /** Id of the organization that the key belongs to. */
      organizationId: string;
      /** Id of the project that the key belongs to. */
      projectId: string;
    };
    export type RequestQuery = {};
    export type RequestBody = ChatReplyInput;
    export type RequestHeaders = {
      /**
       * The same key with the same request gives the same answer for 24 hours, and does nothing again; with another request it is refused (409). 202 while the outcome is not known.
       * @minLength 1
       * @maxLength 255
       */
      "idempotency-key"?: string;
    };
    export type ResponseBody = {
      /** The state of a send. */
      data: WhatsappSendResult;
      /** Human-readable text. */
      message: string;
      status: "success";
      /** Same value as the HTTP status. */
      status_code: 200;
    };
  }

  /**
   * @description The message is never sent again. Its send is counted or given back, and its idempotency key gets the answer.
   * @tags WhatsApp
   * @name SettleMessage
   * @summary Settle a message whose outcome is not known
   * @request POST:/api/organizations/{organization_id}/projects/{project_id}/messages/{message_id}/settle
   * @secure
   */
  export namespace SettleMessage {
    export type RequestParams = {
      /** Id of the message, one of this project. */
      messageId: string;
      /** Id of the organization that the key belongs to. */
      organizationId: string;
      /** Id of the project that the key belongs to. */
      projectId: string;
    };
    export type RequestQuery = {};
    export type RequestBody = {
      /** `sent`: WhatsApp has it, and it counts; `failed`: it was not sent, and the send is given back. */
      as: "sent" | "failed";
      /**
       * How that is known. It is stored and shown with the message.
       * @minLength 1
       * @maxLength 1000
       */
      why: string;
    };
    export type RequestHeaders = {};
    export type ResponseBody = {
      /** A message with its history and what it belongs to. */
      data: ProjectWholeMessage;
      /** Human-readable text. */
      message: string;
      status: "success";
      /** Same value as the HTTP status. */
      status_code: 200;
    };
  }

  /**
   * @description The same as the daily sync. The templates of a sender are read at most every 15 seconds. The answer names what has changed.
   * @tags Templates
   * @name SyncWhatsappTemplates
   * @summary Read the templates from WhatsApp
   * @request POST:/api/organizations/{organization_id}/projects/{project_id}/whatsapp-templates/sync
   * @secure
   */
  export namespace SyncWhatsappTemplates {
    export type RequestParams = {
      /** Id of the organization that the key belongs to. */
      organizationId: string;
      /** Id of the project that the key belongs to. */
      projectId: string;
    };
    export type RequestQuery = {};
    export type RequestBody = TemplateSyncInput;
    export type RequestHeaders = {};
    export type ResponseBody = {
      data: {
        senders: SyncedTemplates[];
      };
      /** Human-readable text. */
      message: string;
      status: "success";
      /** Same value as the HTTP status. */
      status_code: 200;
    };
  }

  /**
   * @description Allows messages to the person again, whoever had barred them. An opt-out from marketing that the person made in WhatsApp stays, because WhatsApp refuses those messages.
   * @tags Opt-outs
   * @name EndOptOut
   * @summary End an opt-out
   * @request POST:/api/organizations/{organization_id}/projects/{project_id}/opt-outs/{number}/end
   * @secure
   */
  export namespace EndOptOut {
    export type RequestParams = {
      /** The number or the WhatsApp id of the person. */
      number: string;
      /** Id of the organization that the key belongs to. */
      organizationId: string;
      /** Id of the project that the key belongs to. */
      projectId: string;
    };
    export type RequestQuery = {};
    export type RequestBody = OptOutEndInput;
    export type RequestHeaders = {};
    export type ResponseBody = {
      data: ChangedOptOut;
      /** Human-readable text. */
      message: string;
      status: "success";
      /** Same value as the HTTP status. */
      status_code: 200;
    };
  }

  /**
   * @description Makes the requests of a crawl with these settings for a short time, by the same rules, and stores nothing. Scripts of pages do not run. The index is not read: known pages, duplicates of other sources and the links of the plan are not considered. An organization has one preview at a time.
   * @tags Knowledge base
   * @name PreviewCrawl
   * @summary Try a crawl first
   * @request POST:/api/organizations/{organization_id}/projects/{project_id}/crawls/preview
   * @secure
   */
  export namespace PreviewCrawl {
    export type RequestParams = {
      /** Id of the organization that the key belongs to. */
      organizationId: string;
      /** Id of the project that the key belongs to. */
      projectId: string;
    };
    export type RequestQuery = {};
    export type RequestBody = UploadDomainInput;
    export type RequestHeaders = {};
    export type ResponseBody = {
      /** What a crawl would do, as far as the preview got. */
      data: CrawlPreview;
      /** Human-readable text. */
      message: string;
      status: "success";
      /** Same value as the HTTP status. */
      status_code: 200;
    };
  }

  /**
   * @description It is fetched as a crawl fetches, with regard for robots.txt, and takes one link of the plan. Adding it again updates it.
   * @tags Knowledge base
   * @name AddSourceUrl
   * @summary Add a single web page
   * @request POST:/api/organizations/{organization_id}/projects/{project_id}/sources/urls
   * @secure
   */
  export namespace AddSourceUrl {
    export type RequestParams = {
      /** Id of the organization that the key belongs to. */
      organizationId: string;
      /** Id of the project that the key belongs to. */
      projectId: string;
    };
    export type RequestQuery = {};
    export type RequestBody = {
      /**
       * @minLength 1
       * @maxLength 2000
       */
      url: string;
    };
    export type RequestHeaders = {};
    export type ResponseBody = {
      /** A file or web page in the index. */
      data: AddedSource;
      /** Human-readable text. */
      message: string;
      status: "success";
      /** Same value as the HTTP status. */
      status_code: 201;
    };
  }

  /**
   * @description The settings stay as they are. A crawl of the domain that waits or runs is replaced.
   * @tags Knowledge base
   * @name CrawlSource
   * @summary Crawl a domain now
   * @request POST:/api/organizations/{organization_id}/projects/{project_id}/sources/{source_id}/crawl
   * @secure
   */
  export namespace CrawlSource {
    export type RequestParams = {
      /** Id of the organization that the key belongs to. */
      organizationId: string;
      /** Id of the project that the key belongs to. */
      projectId: string;
      /** Id of the source, one of this project. */
      sourceId: string;
    };
    export type RequestQuery = {};
    export type RequestBody = never;
    export type RequestHeaders = {};
    export type ResponseBody = {
      data: null;
      /** Human-readable text. */
      message: string;
      status: "success";
      /** Same value as the HTTP status. */
      status_code: 200;
    };
  }

  /**
   * @description Its pages leave the index at once, their links go back to the plan, and its crawl ends.
   * @tags Knowledge base
   * @name RemoveSource
   * @summary Remove a source
   * @request POST:/api/organizations/{organization_id}/projects/{project_id}/sources/{source_id}/remove
   * @secure
   */
  export namespace RemoveSource {
    export type RequestParams = {
      /** Id of the organization that the key belongs to. */
      organizationId: string;
      /** Id of the project that the key belongs to. */
      projectId: string;
      /** Id of the source, one of this project. */
      sourceId: string;
    };
    export type RequestQuery = {};
    export type RequestBody = never;
    export type RequestHeaders = {};
    export type ResponseBody = {
      data: {
        name: string;
        /**
         * Pages that left the index.
         * @min 0
         * @max 9007199254740991
         */
        pages: number;
      };
      /** Human-readable text. */
      message: string;
      status: "success";
      /** Same value as the HTTP status. */
      status_code: 200;
    };
  }

  /**
   * @description It is 404 for an organization that is no demo.
   * @tags Demo
   * @name GetDemoCalls
   * @summary Get whether the demo places calls
   * @request GET:/api/organizations/{organization_id}/demo-calls
   * @secure
   */
  export namespace GetDemoCalls {
    export type RequestParams = {
      /** Id of the organization that the key belongs to. */
      organizationId: string;
    };
    export type RequestQuery = {};
    export type RequestBody = never;
    export type RequestHeaders = {};
    export type ResponseBody = {
      data: DemoCalls;
      /** Human-readable text. */
      message: string;
      status: "success";
      /** Same value as the HTTP status. */
      status_code: 200;
    };
  }

  /**
   * @description Calls under way go on. It is 404 for an organization that is no demo.
   * @tags Demo
   * @name SetDemoCalls
   * @summary Switch the calls of the demo on or off
   * @request PUT:/api/organizations/{organization_id}/demo-calls
   * @secure
   */
  export namespace SetDemoCalls {
    export type RequestParams = {
      /** Id of the organization that the key belongs to. */
      organizationId: string;
    };
    export type RequestQuery = {};
    export type RequestBody = DemoCallsSwitchInput;
    export type RequestHeaders = {};
    export type ResponseBody = {
      data: DemoCalls;
      /** Human-readable text. */
      message: string;
      status: "success";
      /** Same value as the HTTP status. */
      status_code: 200;
    };
  }

  /**
   * @description YAML that `switchboard apply` takes: everything that is configured, without secrets. To apply it changes nothing.
   * @tags Declaration
   * @name GetDeclaration
   * @summary Export the declaration
   * @request GET:/api/organizations/{organization_id}/declaration
   * @secure
   */
  export namespace GetDeclaration {
    export type RequestParams = {
      /** Id of the organization that the key belongs to. */
      organizationId: string;
    };
    export type RequestQuery = {};
    export type RequestBody = never;
    export type RequestHeaders = {};
    export type ResponseBody = string;
  }

  /**
   * @description Makes the organization match the declaration, as `switchboard apply` does: all of it or, at any fault, nothing. Records that it does not name stay. Only operators may change the plan and the limits of calls (`calls`); left out, they stay.
   * @tags Declaration
   * @name ApplyDeclaration
   * @summary Apply a declaration
   * @request POST:/api/organizations/{organization_id}/declaration
   * @secure
   */
  export namespace ApplyDeclaration {
    export type RequestParams = {
      /** Id of the organization that the key belongs to. */
      organizationId: string;
    };
    export type RequestQuery = {
      /**
       * Changes nothing; the answer has the differences.
       * @default false
       */
      dry_run?: boolean;
    };
    export type RequestBody = DeclarationTextInput;
    export type RequestHeaders = {};
    export type ResponseBody = {
      data: AppliedDeclaration;
      /** Human-readable text. */
      message: string;
      status: "success";
      /** Same value as the HTTP status. */
      status_code: 200;
    };
  }

  /**
   * @description Asks the carrier for the account, which it shows only to the right token. No call is placed.
   * @tags Carriers
   * @name CheckVoiceCarrier
   * @summary Check an account at its carrier
   * @request POST:/api/organizations/{organization_id}/projects/{project_id}/voice-carriers/{voice_carrier_id}/check
   * @secure
   */
  export namespace CheckVoiceCarrier {
    export type RequestParams = {
      /** Id of the organization that the key belongs to. */
      organizationId: string;
      /** Id of the project that the key belongs to. */
      projectId: string;
      /** Id of the voice carrier. */
      voiceCarrierId: string;
    };
    export type RequestQuery = {};
    export type RequestBody = never;
    export type RequestHeaders = {};
    export type ResponseBody = {
      /** Whether the carrier takes the credentials of an account, and the account is active. */
      data: CheckedCarrier;
      /** Human-readable text. */
      message: string;
      status: "success";
      /** Same value as the HTTP status. */
      status_code: 200;
    };
  }

  /**
   * @description Requests the number from WhatsApp: state, quality, throughput and messaging limit. A result of the last five seconds is returned again.
   * @tags Senders
   * @name CheckWhatsappSender
   * @summary Check a WhatsApp sender
   * @request POST:/api/organizations/{organization_id}/projects/{project_id}/whatsapp-senders/{whatsapp_sender_id}/check
   * @secure
   */
  export namespace CheckWhatsappSender {
    export type RequestParams = {
      /** Id of the organization that the key belongs to. */
      organizationId: string;
      /** Id of the project that the key belongs to. */
      projectId: string;
      /** Id of the sender. */
      whatsappSenderId: string;
    };
    export type RequestQuery = {};
    export type RequestBody = never;
    export type RequestHeaders = {};
    export type ResponseBody = {
      data: {
        /**
         * ISO 8601 UTC, such as 2026-11-21T09:00:00.000Z.
         * @format date-time
         */
        checked_at: string;
        /** WhatsApp's answer about a number, in WhatsApp's words. */
        result: SenderCheck;
      };
      /** Human-readable text. */
      message: string;
      status: "success";
      /** Same value as the HTTP status. */
      status_code: 200;
    };
  }

  /**
   * @description Those that work first, then the newest first.
   * @tags Keys
   * @name ListApiKeys
   * @summary List API keys
   * @request GET:/api/organizations/{organization_id}/projects/{project_id}/api-keys
   * @secure
   */
  export namespace ListApiKeys {
    export type RequestParams = {
      /** Id of the organization that the key belongs to. */
      organizationId: string;
      /** Id of the project that the key belongs to. */
      projectId: string;
    };
    export type RequestQuery = {
      /**
       * Page size.
       * @min 1
       * @max 100
       * @default 20
       */
      limit?: number;
      /**
       * Records to skip.
       * @min 0
       * @max 9007199254740991
       * @default 0
       */
      skip?: number;
    };
    export type RequestBody = never;
    export type RequestHeaders = {};
    export type ResponseBody = {
      data: {
        items: ApiKey[];
        /** Where a page stands in the whole list. */
        pagination: Pagination;
      };
      /** Human-readable text. */
      message: string;
      status: "success";
      /** Same value as the HTTP status. */
      status_code: 200;
    };
  }

  /**
   * @description Its value is shown this once.
   * @tags Keys
   * @name CreateApiKey
   * @summary Make an API key
   * @request POST:/api/organizations/{organization_id}/projects/{project_id}/api-keys
   * @secure
   */
  export namespace CreateApiKey {
    export type RequestParams = {
      /** Id of the organization that the key belongs to. */
      organizationId: string;
      /** Id of the project that the key belongs to. */
      projectId: string;
    };
    export type RequestQuery = {};
    export type RequestBody = NewApiKeyInput;
    export type RequestHeaders = {};
    export type ResponseBody = {
      data: MadeApiKey;
      /** Human-readable text. */
      message: string;
      status: "success";
      /** Same value as the HTTP status. */
      status_code: 201;
    };
  }

  /**
   * @description It holds from the next request on, in every process.
   * @tags Keys
   * @name UpdateApiKey
   * @summary Change the rate of an API key
   * @request PATCH:/api/organizations/{organization_id}/projects/{project_id}/api-keys/{api_key_id}
   * @secure
   */
  export namespace UpdateApiKey {
    export type RequestParams = {
      /** Id of the key, one of this project. */
      apiKeyId: string;
      /** Id of the organization that the key belongs to. */
      organizationId: string;
      /** Id of the project that the key belongs to. */
      projectId: string;
    };
    export type RequestQuery = {};
    export type RequestBody = ApiKeyEditInput;
    export type RequestHeaders = {};
    export type ResponseBody = {
      /** A key, without its value. */
      data: ApiKey;
      /** Human-readable text. */
      message: string;
      status: "success";
      /** Same value as the HTTP status. */
      status_code: 200;
    };
  }

  /**
   * @description The new key has the name and the scopes of the old one. The old one gets another name, and ends after the overlap.
   * @tags Keys
   * @name RotateApiKey
   * @summary Replace an API key
   * @request POST:/api/organizations/{organization_id}/projects/{project_id}/api-keys/{api_key_id}/rotate
   * @secure
   */
  export namespace RotateApiKey {
    export type RequestParams = {
      /** Id of the key, one of this project. */
      apiKeyId: string;
      /** Id of the organization that the key belongs to. */
      organizationId: string;
      /** Id of the project that the key belongs to. */
      projectId: string;
    };
    export type RequestQuery = {};
    export type RequestBody = KeyRotationInput;
    export type RequestHeaders = {};
    export type ResponseBody = {
      data: RotatedApiKey;
      /** Human-readable text. */
      message: string;
      status: "success";
      /** Same value as the HTTP status. */
      status_code: 201;
    };
  }

  /**
   * @description It stops working at once. A revoked key stays revoked.
   * @tags Keys
   * @name RevokeApiKey
   * @summary Revoke an API key
   * @request POST:/api/organizations/{organization_id}/projects/{project_id}/api-keys/{api_key_id}/revoke
   * @secure
   */
  export namespace RevokeApiKey {
    export type RequestParams = {
      /** Id of the key, one of this project. */
      apiKeyId: string;
      /** Id of the organization that the key belongs to. */
      organizationId: string;
      /** Id of the project that the key belongs to. */
      projectId: string;
    };
    export type RequestQuery = {};
    export type RequestBody = never;
    export type RequestHeaders = {};
    export type ResponseBody = {
      /** A key, without its value. */
      data: ApiKey;
      /** Human-readable text. */
      message: string;
      status: "success";
      /** Same value as the HTTP status. */
      status_code: 200;
    };
  }

  /**
   * No description
   * @tags Installation
   * @name GetHealth
   * @summary Get the state of the installation
   * @request GET:/api/health
   * @secure
   */
  export namespace GetHealth {
    export type RequestParams = {};
    export type RequestQuery = {};
    export type RequestBody = never;
    export type RequestHeaders = {};
    export type ResponseBody = {
      /** How the installation is. */
      data: Health;
      /** Human-readable text. */
      message: string;
      status: "success";
      /** Same value as the HTTP status. */
      status_code: 200;
    };
  }

  /**
   * @description What `switchboard doctor` checks: database, secrets, accounts, public address, worker.
   * @tags Installation
   * @name RunChecks
   * @summary Check the set-up
   * @request POST:/api/health/checks
   * @secure
   */
  export namespace RunChecks {
    export type RequestParams = {};
    export type RequestQuery = {};
    export type RequestBody = never;
    export type RequestHeaders = {};
    export type ResponseBody = {
      data: CheckedHealth;
      /** Human-readable text. */
      message: string;
      status: "success";
      /** Same value as the HTTP status. */
      status_code: 200;
    };
  }

  /**
   * @description The body is the file: PDF, HTML, Markdown, plain text or Word (`.docx`), at most 20 MB. It is read within 20 s, in a process of its own. A file of the same name is replaced.
   * @tags Knowledge base
   * @name AddSourceFile
   * @summary Add a file
   * @request POST:/api/organizations/{organization_id}/projects/{project_id}/sources/files
   * @secure
   */
  export namespace AddSourceFile {
    export type RequestParams = {
      /** Id of the organization that the key belongs to. */
      organizationId: string;
      /** Id of the project that the key belongs to. */
      projectId: string;
    };
    export type RequestQuery = {
      /**
       * The name of the source. Its end says the type, such as `.pdf`.
       * @minLength 1
       * @maxLength 200
       * @pattern ^[^/\\\p{Cc}]+$
       */
      name: string;
    };
    export type RequestBody = never;
    export type RequestHeaders = {};
    export type ResponseBody = {
      /** A file or web page in the index. */
      data: AddedSource;
      /** Human-readable text. */
      message: string;
      status: "success";
      /** Same value as the HTTP status. */
      status_code: 201;
    };
  }
}

/** What each operation takes and answers. */
export interface Operations {
  acceptLink: { path: never; query: Api.AcceptLink.RequestQuery; body: Api.AcceptLink.RequestBody; answer: Api.AcceptLink.ResponseBody }
  addCallBatch: { path: 'organization_id' | 'project_id' | 'campaign_id'; query: Api.AddCallBatch.RequestQuery; body: Api.AddCallBatch.RequestBody; answer: Api.AddCallBatch.ResponseBody }
  addDoNotCall: { path: 'organization_id'; query: Api.AddDoNotCall.RequestQuery; body: Api.AddDoNotCall.RequestBody; answer: Api.AddDoNotCall.ResponseBody }
  addSourceFile: { path: 'organization_id' | 'project_id'; query: Api.AddSourceFile.RequestQuery; body: Api.AddSourceFile.RequestBody; answer: Api.AddSourceFile.ResponseBody }
  addSourceUrl: { path: 'organization_id' | 'project_id'; query: Api.AddSourceUrl.RequestQuery; body: Api.AddSourceUrl.RequestBody; answer: Api.AddSourceUrl.ResponseBody }
  applyDeclaration: { path: 'organization_id'; query: Api.ApplyDeclaration.RequestQuery; body: Api.ApplyDeclaration.RequestBody; answer: Api.ApplyDeclaration.ResponseBody }
  askKnowledge: { path: 'organization_id' | 'project_id'; query: Api.AskKnowledge.RequestQuery; body: Api.AskKnowledge.RequestBody; answer: Api.AskKnowledge.ResponseBody }
  beginAgentConversation: { path: 'organization_id' | 'project_id' | 'agent_id'; query: Api.BeginAgentConversation.RequestQuery; body: Api.BeginAgentConversation.RequestBody; answer: Api.BeginAgentConversation.ResponseBody }
  beginSecondFactor: { path: never; query: Api.BeginSecondFactor.RequestQuery; body: Api.BeginSecondFactor.RequestBody; answer: Api.BeginSecondFactor.ResponseBody }
  campaignFigures: { path: 'organization_id' | 'project_id' | 'campaign_id'; query: Api.CampaignFigures.RequestQuery; body: Api.CampaignFigures.RequestBody; answer: Api.CampaignFigures.ResponseBody }
  cancelCall: { path: 'organization_id' | 'project_id' | 'campaign_id' | 'campaign_queue_id'; query: Api.CancelCall.RequestQuery; body: Api.CancelCall.RequestBody; answer: Api.CancelCall.ResponseBody }
  cancelCallBatch: { path: 'organization_id' | 'project_id' | 'campaign_id' | 'batch_id'; query: Api.CancelCallBatch.RequestQuery; body: Api.CancelCallBatch.RequestBody; answer: Api.CancelCallBatch.ResponseBody }
  cancelCrawl: { path: 'organization_id' | 'project_id' | 'source_id'; query: Api.CancelCrawl.RequestQuery; body: Api.CancelCrawl.RequestBody; answer: Api.CancelCrawl.ResponseBody }
  cancelWaitingCalls: { path: 'organization_id' | 'project_id' | 'campaign_id'; query: Api.CancelWaitingCalls.RequestQuery; body: Api.CancelWaitingCalls.RequestBody; answer: Api.CancelWaitingCalls.ResponseBody }
  changePassword: { path: never; query: Api.ChangePassword.RequestQuery; body: Api.ChangePassword.RequestBody; answer: Api.ChangePassword.ResponseBody }
  chatSeries: { path: 'organization_id' | 'project_id'; query: Api.ChatSeries.RequestQuery; body: Api.ChatSeries.RequestBody; answer: Api.ChatSeries.ResponseBody }
  checkLink: { path: never; query: Api.CheckLink.RequestQuery; body: Api.CheckLink.RequestBody; answer: Api.CheckLink.ResponseBody }
  checkVoiceCarrier: { path: 'organization_id' | 'project_id' | 'voice_carrier_id'; query: Api.CheckVoiceCarrier.RequestQuery; body: Api.CheckVoiceCarrier.RequestBody; answer: Api.CheckVoiceCarrier.ResponseBody }
  checkWhatsappMessage: { path: 'organization_id' | 'project_id' | 'broadcast_id'; query: Api.CheckWhatsappMessage.RequestQuery; body: Api.CheckWhatsappMessage.RequestBody; answer: Api.CheckWhatsappMessage.ResponseBody }
  checkWhatsappSender: { path: 'organization_id' | 'project_id' | 'whatsapp_sender_id'; query: Api.CheckWhatsappSender.RequestQuery; body: Api.CheckWhatsappSender.RequestBody; answer: Api.CheckWhatsappSender.ResponseBody }
  checkWorkflow: { path: 'organization_id' | 'project_id'; query: Api.CheckWorkflow.RequestQuery; body: Api.CheckWorkflow.RequestBody; answer: Api.CheckWorkflow.ResponseBody }
  closeTicket: { path: 'organization_id' | 'project_id' | 'ticket_id'; query: Api.CloseTicket.RequestQuery; body: Api.CloseTicket.RequestBody; answer: Api.CloseTicket.ResponseBody }
  confirmPassword: { path: never; query: Api.ConfirmPassword.RequestQuery; body: Api.ConfirmPassword.RequestBody; answer: Api.ConfirmPassword.ResponseBody }
  confirmSecondFactor: { path: never; query: Api.ConfirmSecondFactor.RequestQuery; body: Api.ConfirmSecondFactor.RequestBody; answer: Api.ConfirmSecondFactor.ResponseBody }
  crawlSource: { path: 'organization_id' | 'project_id' | 'source_id'; query: Api.CrawlSource.RequestQuery; body: Api.CrawlSource.RequestBody; answer: Api.CrawlSource.ResponseBody }
  createAgent: { path: 'organization_id' | 'project_id'; query: Api.CreateAgent.RequestQuery; body: Api.CreateAgent.RequestBody; answer: Api.CreateAgent.ResponseBody }
  createApiKey: { path: 'organization_id' | 'project_id'; query: Api.CreateApiKey.RequestQuery; body: Api.CreateApiKey.RequestBody; answer: Api.CreateApiKey.ResponseBody }
  createBroadcast: { path: 'organization_id' | 'project_id'; query: Api.CreateBroadcast.RequestQuery; body: Api.CreateBroadcast.RequestBody; answer: Api.CreateBroadcast.ResponseBody }
  createCall: { path: 'organization_id' | 'project_id' | 'campaign_id'; query: Api.CreateCall.RequestQuery; body: Api.CreateCall.RequestBody; answer: Api.CreateCall.ResponseBody }
  createCallerId: { path: 'organization_id' | 'project_id'; query: Api.CreateCallerId.RequestQuery; body: Api.CreateCallerId.RequestBody; answer: Api.CreateCallerId.ResponseBody }
  createCampaign: { path: 'organization_id' | 'project_id'; query: Api.CreateCampaign.RequestQuery; body: Api.CreateCampaign.RequestBody; answer: Api.CreateCampaign.ResponseBody }
  createModelAccount: { path: 'organization_id' | 'project_id'; query: Api.CreateModelAccount.RequestQuery; body: Api.CreateModelAccount.RequestBody; answer: Api.CreateModelAccount.ResponseBody }
  createOptOut: { path: 'organization_id' | 'project_id'; query: Api.CreateOptOut.RequestQuery; body: Api.CreateOptOut.RequestBody; answer: Api.CreateOptOut.ResponseBody }
  createOrganization: { path: never; query: Api.CreateOrganization.RequestQuery; body: Api.CreateOrganization.RequestBody; answer: Api.CreateOrganization.ResponseBody }
  createPersonLink: { path: 'organization_id' | 'user_id'; query: Api.CreatePersonLink.RequestQuery; body: Api.CreatePersonLink.RequestBody; answer: Api.CreatePersonLink.ResponseBody }
  createProject: { path: 'organization_id'; query: Api.CreateProject.RequestQuery; body: Api.CreateProject.RequestBody; answer: Api.CreateProject.ResponseBody }
  createToken: { path: never; query: Api.CreateToken.RequestQuery; body: Api.CreateToken.RequestBody; answer: Api.CreateToken.ResponseBody }
  createVoiceCarrier: { path: 'organization_id' | 'project_id'; query: Api.CreateVoiceCarrier.RequestQuery; body: Api.CreateVoiceCarrier.RequestBody; answer: Api.CreateVoiceCarrier.ResponseBody }
  createWebhookEndpoint: { path: 'organization_id' | 'project_id'; query: Api.CreateWebhookEndpoint.RequestQuery; body: Api.CreateWebhookEndpoint.RequestBody; answer: Api.CreateWebhookEndpoint.ResponseBody }
  createWhatsappSender: { path: 'organization_id' | 'project_id'; query: Api.CreateWhatsappSender.RequestQuery; body: Api.CreateWhatsappSender.RequestBody; answer: Api.CreateWhatsappSender.ResponseBody }
  createWorkflow: { path: 'organization_id' | 'project_id'; query: Api.CreateWorkflow.RequestQuery; body: Api.CreateWorkflow.RequestBody; answer: Api.CreateWorkflow.ResponseBody }
  deleteWebhookEndpoint: { path: 'organization_id' | 'project_id' | 'endpoint_id'; query: Api.DeleteWebhookEndpoint.RequestQuery; body: Api.DeleteWebhookEndpoint.RequestBody; answer: Api.DeleteWebhookEndpoint.ResponseBody }
  disableWebhookEndpoint: { path: 'organization_id' | 'project_id' | 'endpoint_id'; query: Api.DisableWebhookEndpoint.RequestQuery; body: Api.DisableWebhookEndpoint.RequestBody; answer: Api.DisableWebhookEndpoint.ResponseBody }
  enableWebhookEndpoint: { path: 'organization_id' | 'project_id' | 'endpoint_id'; query: Api.EnableWebhookEndpoint.RequestQuery; body: Api.EnableWebhookEndpoint.RequestBody; answer: Api.EnableWebhookEndpoint.ResponseBody }
  endDoNotCall: { path: 'organization_id' | 'number'; query: Api.EndDoNotCall.RequestQuery; body: Api.EndDoNotCall.RequestBody; answer: Api.EndDoNotCall.ResponseBody }
  endOptOut: { path: 'organization_id' | 'project_id' | 'number'; query: Api.EndOptOut.RequestQuery; body: Api.EndOptOut.RequestBody; answer: Api.EndOptOut.ResponseBody }
  endPersonSecondFactor: { path: 'organization_id' | 'user_id'; query: Api.EndPersonSecondFactor.RequestQuery; body: Api.EndPersonSecondFactor.RequestBody; answer: Api.EndPersonSecondFactor.ResponseBody }
  endPersonSessions: { path: 'organization_id' | 'user_id'; query: Api.EndPersonSessions.RequestQuery; body: Api.EndPersonSessions.RequestBody; answer: Api.EndPersonSessions.ResponseBody }
  endSecondFactor: { path: never; query: Api.EndSecondFactor.RequestQuery; body: Api.EndSecondFactor.RequestBody; answer: Api.EndSecondFactor.ResponseBody }
  endSession: { path: 'session_id'; query: Api.EndSession.RequestQuery; body: Api.EndSession.RequestBody; answer: Api.EndSession.ResponseBody }
  eraseCustomerProfile: { path: 'organization_id' | 'project_id' | 'customer_profile_id'; query: Api.EraseCustomerProfile.RequestQuery; body: Api.EraseCustomerProfile.RequestBody; answer: Api.EraseCustomerProfile.ResponseBody }
  exportCallBatch: { path: 'organization_id' | 'project_id' | 'campaign_id' | 'batch_id'; query: Api.ExportCallBatch.RequestQuery; body: Api.ExportCallBatch.RequestBody; answer: Api.ExportCallBatch.ResponseBody }
  exportChatSeries: { path: 'organization_id' | 'project_id'; query: Api.ExportChatSeries.RequestQuery; body: Api.ExportChatSeries.RequestBody; answer: Api.ExportChatSeries.ResponseBody }
  exportConversations: { path: 'organization_id' | 'project_id'; query: Api.ExportConversations.RequestQuery; body: Api.ExportConversations.RequestBody; answer: Api.ExportConversations.ResponseBody }
  exportCustomerProfile: { path: 'organization_id' | 'project_id' | 'customer_profile_id'; query: Api.ExportCustomerProfile.RequestQuery; body: Api.ExportCustomerProfile.RequestBody; answer: Api.ExportCustomerProfile.ResponseBody }
  exportVoiceSeries: { path: 'organization_id' | 'project_id'; query: Api.ExportVoiceSeries.RequestQuery; body: Api.ExportVoiceSeries.RequestBody; answer: Api.ExportVoiceSeries.ResponseBody }
  find: { path: 'organization_id'; query: Api.Find.RequestQuery; body: Api.Find.RequestBody; answer: Api.Find.ResponseBody }
  getAgent: { path: 'organization_id' | 'project_id' | 'agent_id'; query: Api.GetAgent.RequestQuery; body: Api.GetAgent.RequestBody; answer: Api.GetAgent.ResponseBody }
  getBroadcast: { path: 'organization_id' | 'project_id' | 'broadcast_id'; query: Api.GetBroadcast.RequestQuery; body: Api.GetBroadcast.RequestBody; answer: Api.GetBroadcast.ResponseBody }
  getBroadcastFigures: { path: 'organization_id' | 'project_id' | 'broadcast_id'; query: Api.GetBroadcastFigures.RequestQuery; body: Api.GetBroadcastFigures.RequestBody; answer: Api.GetBroadcastFigures.ResponseBody }
  getBroadcastTemplate: { path: 'organization_id' | 'project_id' | 'broadcast_id'; query: Api.GetBroadcastTemplate.RequestQuery; body: Api.GetBroadcastTemplate.RequestBody; answer: Api.GetBroadcastTemplate.ResponseBody }
  getCall: { path: 'organization_id' | 'project_id' | 'campaign_id' | 'campaign_queue_id'; query: Api.GetCall.RequestQuery; body: Api.GetCall.RequestBody; answer: Api.GetCall.ResponseBody }
  getCallBatch: { path: 'organization_id' | 'project_id' | 'campaign_id' | 'batch_id'; query: Api.GetCallBatch.RequestQuery; body: Api.GetCallBatch.RequestBody; answer: Api.GetCallBatch.ResponseBody }
  getCallerId: { path: 'organization_id' | 'project_id' | 'caller_id'; query: Api.GetCallerId.RequestQuery; body: Api.GetCallerId.RequestBody; answer: Api.GetCallerId.ResponseBody }
  getCallsUnderWay: { path: 'organization_id' | 'project_id'; query: Api.GetCallsUnderWay.RequestQuery; body: Api.GetCallsUnderWay.RequestBody; answer: Api.GetCallsUnderWay.ResponseBody }
  getCampaign: { path: 'organization_id' | 'project_id' | 'campaign_id'; query: Api.GetCampaign.RequestQuery; body: Api.GetCampaign.RequestBody; answer: Api.GetCampaign.ResponseBody }
  getChange: { path: 'organization_id' | 'change_id'; query: Api.GetChange.RequestQuery; body: Api.GetChange.RequestBody; answer: Api.GetChange.ResponseBody }
  getConversation: { path: 'organization_id' | 'project_id' | 'conversation_id'; query: Api.GetConversation.RequestQuery; body: Api.GetConversation.RequestBody; answer: Api.GetConversation.ResponseBody }
  getConversationMode: { path: 'organization_id' | 'project_id' | 'conversation_id'; query: Api.GetConversationMode.RequestQuery; body: Api.GetConversationMode.RequestBody; answer: Api.GetConversationMode.ResponseBody }
  getCustomerProfile: { path: 'organization_id' | 'project_id' | 'customer_profile_id'; query: Api.GetCustomerProfile.RequestQuery; body: Api.GetCustomerProfile.RequestBody; answer: Api.GetCustomerProfile.ResponseBody }
  getDeclaration: { path: 'organization_id'; query: Api.GetDeclaration.RequestQuery; body: Api.GetDeclaration.RequestBody; answer: Api.GetDeclaration.ResponseBody }
  getDemoCalls: { path: 'organization_id'; query: Api.GetDemoCalls.RequestQuery; body: Api.GetDemoCalls.RequestBody; answer: Api.GetDemoCalls.ResponseBody }
  getGuards: { path: 'organization_id'; query: Api.GetGuards.RequestQuery; body: Api.GetGuards.RequestBody; answer: Api.GetGuards.ResponseBody }
  getHealth: { path: never; query: Api.GetHealth.RequestQuery; body: Api.GetHealth.RequestBody; answer: Api.GetHealth.ResponseBody }
  getMe: { path: never; query: Api.GetMe.RequestQuery; body: Api.GetMe.RequestBody; answer: Api.GetMe.ResponseBody }
  getModelAccount: { path: 'organization_id' | 'project_id' | 'model_account_id'; query: Api.GetModelAccount.RequestQuery; body: Api.GetModelAccount.RequestBody; answer: Api.GetModelAccount.ResponseBody }
  getOpening: { path: 'organization_id' | 'project_id' | 'campaign_id'; query: Api.GetOpening.RequestQuery; body: Api.GetOpening.RequestBody; answer: Api.GetOpening.ResponseBody }
  getOrganization: { path: 'organization_id'; query: Api.GetOrganization.RequestQuery; body: Api.GetOrganization.RequestBody; answer: Api.GetOrganization.ResponseBody }
  getProfileTimeline: { path: 'organization_id' | 'project_id' | 'customer_profile_id'; query: Api.GetProfileTimeline.RequestQuery; body: Api.GetProfileTimeline.RequestBody; answer: Api.GetProfileTimeline.ResponseBody }
  getProject: { path: 'organization_id' | 'project_id'; query: Api.GetProject.RequestQuery; body: Api.GetProject.RequestBody; answer: Api.GetProject.ResponseBody }
  getProjectCall: { path: 'organization_id' | 'project_id' | 'campaign_queue_id'; query: Api.GetProjectCall.RequestQuery; body: Api.GetProjectCall.RequestBody; answer: Api.GetProjectCall.ResponseBody }
  getProjectMessage: { path: 'organization_id' | 'project_id' | 'message_id'; query: Api.GetProjectMessage.RequestQuery; body: Api.GetProjectMessage.RequestBody; answer: Api.GetProjectMessage.ResponseBody }
  getQueue: { path: 'organization_id' | 'project_id'; query: Api.GetQueue.RequestQuery; body: Api.GetQueue.RequestBody; answer: Api.GetQueue.ResponseBody }
  getSource: { path: 'organization_id' | 'project_id' | 'source_id'; query: Api.GetSource.RequestQuery; body: Api.GetSource.RequestBody; answer: Api.GetSource.ResponseBody }
  getSourceRoom: { path: 'organization_id' | 'project_id'; query: Api.GetSourceRoom.RequestQuery; body: Api.GetSourceRoom.RequestBody; answer: Api.GetSourceRoom.ResponseBody }
  getToday: { path: 'organization_id' | 'project_id'; query: Api.GetToday.RequestQuery; body: Api.GetToday.RequestBody; answer: Api.GetToday.ResponseBody }
  getVoiceCarrier: { path: 'organization_id' | 'project_id' | 'voice_carrier_id'; query: Api.GetVoiceCarrier.RequestQuery; body: Api.GetVoiceCarrier.RequestBody; answer: Api.GetVoiceCarrier.ResponseBody }
  getWebhookDelivery: { path: 'organization_id' | 'project_id' | 'endpoint_id' | 'delivery_id'; query: Api.GetWebhookDelivery.RequestQuery; body: Api.GetWebhookDelivery.RequestBody; answer: Api.GetWebhookDelivery.ResponseBody }
  getWebhookEndpoint: { path: 'organization_id' | 'project_id' | 'endpoint_id'; query: Api.GetWebhookEndpoint.RequestQuery; body: Api.GetWebhookEndpoint.RequestBody; answer: Api.GetWebhookEndpoint.ResponseBody }
  getWhatsappMessage: { path: 'organization_id' | 'project_id' | 'broadcast_id' | 'message_id'; query: Api.GetWhatsappMessage.RequestQuery; body: Api.GetWhatsappMessage.RequestBody; answer: Api.GetWhatsappMessage.ResponseBody }
  getWhatsappSender: { path: 'organization_id' | 'project_id' | 'whatsapp_sender_id'; query: Api.GetWhatsappSender.RequestQuery; body: Api.GetWhatsappSender.RequestBody; answer: Api.GetWhatsappSender.ResponseBody }
  getWhatsappTemplate: { path: 'organization_id' | 'project_id' | 'template_id'; query: Api.GetWhatsappTemplate.RequestQuery; body: Api.GetWhatsappTemplate.RequestBody; answer: Api.GetWhatsappTemplate.ResponseBody }
  getWorkflow: { path: 'organization_id' | 'project_id' | 'workflow_id'; query: Api.GetWorkflow.RequestQuery; body: Api.GetWorkflow.RequestBody; answer: Api.GetWorkflow.ResponseBody }
  holdCampaign: { path: 'organization_id' | 'project_id' | 'campaign_id'; query: Api.HoldCampaign.RequestQuery; body: Api.HoldCampaign.RequestBody; answer: Api.HoldCampaign.ResponseBody }
  holdProject: { path: 'organization_id' | 'project_id'; query: Api.HoldProject.RequestQuery; body: Api.HoldProject.RequestBody; answer: Api.HoldProject.ResponseBody }
  invitePerson: { path: 'organization_id'; query: Api.InvitePerson.RequestQuery; body: Api.InvitePerson.RequestBody; answer: Api.InvitePerson.ResponseBody }
  listAgentRevisions: { path: 'organization_id' | 'project_id' | 'agent_id'; query: Api.ListAgentRevisions.RequestQuery; body: Api.ListAgentRevisions.RequestBody; answer: Api.ListAgentRevisions.ResponseBody }
  listAgents: { path: 'organization_id' | 'project_id'; query: Api.ListAgents.RequestQuery; body: Api.ListAgents.RequestBody; answer: Api.ListAgents.ResponseBody }
  listApiKeys: { path: 'organization_id' | 'project_id'; query: Api.ListApiKeys.RequestQuery; body: Api.ListApiKeys.RequestBody; answer: Api.ListApiKeys.ResponseBody }
  listAudit: { path: 'organization_id'; query: Api.ListAudit.RequestQuery; body: Api.ListAudit.RequestBody; answer: Api.ListAudit.ResponseBody }
  listBroadcasts: { path: 'organization_id' | 'project_id'; query: Api.ListBroadcasts.RequestQuery; body: Api.ListBroadcasts.RequestBody; answer: Api.ListBroadcasts.ResponseBody }
  listCallBatchFaults: { path: 'organization_id' | 'project_id' | 'campaign_id' | 'batch_id'; query: Api.ListCallBatchFaults.RequestQuery; body: Api.ListCallBatchFaults.RequestBody; answer: Api.ListCallBatchFaults.ResponseBody }
  listCallBatches: { path: 'organization_id' | 'project_id' | 'campaign_id'; query: Api.ListCallBatches.RequestQuery; body: Api.ListCallBatches.RequestBody; answer: Api.ListCallBatches.ResponseBody }
  listCallerIds: { path: 'organization_id' | 'project_id'; query: Api.ListCallerIds.RequestQuery; body: Api.ListCallerIds.RequestBody; answer: Api.ListCallerIds.ResponseBody }
  listCalls: { path: 'organization_id' | 'project_id' | 'campaign_id'; query: Api.ListCalls.RequestQuery; body: Api.ListCalls.RequestBody; answer: Api.ListCalls.ResponseBody }
  listCampaigns: { path: 'organization_id' | 'project_id'; query: Api.ListCampaigns.RequestQuery; body: Api.ListCampaigns.RequestBody; answer: Api.ListCampaigns.ResponseBody }
  listCarrierEvents: { path: 'organization_id' | 'project_id' | 'campaign_queue_id'; query: Api.ListCarrierEvents.RequestQuery; body: Api.ListCarrierEvents.RequestBody; answer: Api.ListCarrierEvents.ResponseBody }
  listChanges: { path: 'organization_id'; query: Api.ListChanges.RequestQuery; body: Api.ListChanges.RequestBody; answer: Api.ListChanges.ResponseBody }
  listConversations: { path: 'organization_id' | 'project_id'; query: Api.ListConversations.RequestQuery; body: Api.ListConversations.RequestBody; answer: Api.ListConversations.ResponseBody }
  listCrawlUrls: { path: 'organization_id' | 'project_id' | 'source_id'; query: Api.ListCrawlUrls.RequestQuery; body: Api.ListCrawlUrls.RequestBody; answer: Api.ListCrawlUrls.ResponseBody }
  listCustomerProfiles: { path: 'organization_id' | 'project_id'; query: Api.ListCustomerProfiles.RequestQuery; body: Api.ListCustomerProfiles.RequestBody; answer: Api.ListCustomerProfiles.ResponseBody }
  listDoNotCall: { path: 'organization_id'; query: Api.ListDoNotCall.RequestQuery; body: Api.ListDoNotCall.RequestBody; answer: Api.ListDoNotCall.ResponseBody }
  listEventLog: { path: 'organization_id' | 'project_id'; query: Api.ListEventLog.RequestQuery; body: Api.ListEventLog.RequestBody; answer: Api.ListEventLog.ResponseBody }
  listEvents: { path: 'organization_id' | 'project_id'; query: Api.ListEvents.RequestQuery; body: Api.ListEvents.RequestBody; answer: Api.ListEvents.ResponseBody }
  listInbox: { path: 'organization_id' | 'project_id'; query: Api.ListInbox.RequestQuery; body: Api.ListInbox.RequestBody; answer: Api.ListInbox.ResponseBody }
  listModelAccounts: { path: 'organization_id' | 'project_id'; query: Api.ListModelAccounts.RequestQuery; body: Api.ListModelAccounts.RequestBody; answer: Api.ListModelAccounts.ResponseBody }
  listOptOuts: { path: 'organization_id' | 'project_id'; query: Api.ListOptOuts.RequestQuery; body: Api.ListOptOuts.RequestBody; answer: Api.ListOptOuts.ResponseBody }
  listOrganizations: { path: never; query: Api.ListOrganizations.RequestQuery; body: Api.ListOrganizations.RequestBody; answer: Api.ListOrganizations.ResponseBody }
  listPagePassages: { path: 'organization_id' | 'project_id' | 'source_id' | 'page_id'; query: Api.ListPagePassages.RequestQuery; body: Api.ListPagePassages.RequestBody; answer: Api.ListPagePassages.ResponseBody }
  listPeople: { path: 'organization_id'; query: Api.ListPeople.RequestQuery; body: Api.ListPeople.RequestBody; answer: Api.ListPeople.ResponseBody }
  listProfileMerges: { path: 'organization_id' | 'project_id' | 'customer_profile_id'; query: Api.ListProfileMerges.RequestQuery; body: Api.ListProfileMerges.RequestBody; answer: Api.ListProfileMerges.ResponseBody }
  listProjectCalls: { path: 'organization_id' | 'project_id'; query: Api.ListProjectCalls.RequestQuery; body: Api.ListProjectCalls.RequestBody; answer: Api.ListProjectCalls.ResponseBody }
  listProjectMessages: { path: 'organization_id' | 'project_id'; query: Api.ListProjectMessages.RequestQuery; body: Api.ListProjectMessages.RequestBody; answer: Api.ListProjectMessages.ResponseBody }
  listProjects: { path: 'organization_id'; query: Api.ListProjects.RequestQuery; body: Api.ListProjects.RequestBody; answer: Api.ListProjects.ResponseBody }
  listSends: { path: 'organization_id' | 'project_id'; query: Api.ListSends.RequestQuery; body: Api.ListSends.RequestBody; answer: Api.ListSends.ResponseBody }
  listSessions: { path: never; query: Api.ListSessions.RequestQuery; body: Api.ListSessions.RequestBody; answer: Api.ListSessions.ResponseBody }
  listSourcePages: { path: 'organization_id' | 'project_id' | 'source_id'; query: Api.ListSourcePages.RequestQuery; body: Api.ListSourcePages.RequestBody; answer: Api.ListSourcePages.ResponseBody }
  listSources: { path: 'organization_id' | 'project_id'; query: Api.ListSources.RequestQuery; body: Api.ListSources.RequestBody; answer: Api.ListSources.ResponseBody }
  listTickets: { path: 'organization_id' | 'project_id'; query: Api.ListTickets.RequestQuery; body: Api.ListTickets.RequestBody; answer: Api.ListTickets.ResponseBody }
  listTokens: { path: never; query: Api.ListTokens.RequestQuery; body: Api.ListTokens.RequestBody; answer: Api.ListTokens.ResponseBody }
  listTurns: { path: 'organization_id' | 'project_id' | 'conversation_id'; query: Api.ListTurns.RequestQuery; body: Api.ListTurns.RequestBody; answer: Api.ListTurns.ResponseBody }
  listVoiceCarriers: { path: 'organization_id' | 'project_id'; query: Api.ListVoiceCarriers.RequestQuery; body: Api.ListVoiceCarriers.RequestBody; answer: Api.ListVoiceCarriers.ResponseBody }
  listWebhookDeliveries: { path: 'organization_id' | 'project_id' | 'endpoint_id'; query: Api.ListWebhookDeliveries.RequestQuery; body: Api.ListWebhookDeliveries.RequestBody; answer: Api.ListWebhookDeliveries.ResponseBody }
  listWebhookEndpoints: { path: 'organization_id' | 'project_id'; query: Api.ListWebhookEndpoints.RequestQuery; body: Api.ListWebhookEndpoints.RequestBody; answer: Api.ListWebhookEndpoints.ResponseBody }
  listWebhookResends: { path: 'organization_id' | 'project_id' | 'endpoint_id'; query: Api.ListWebhookResends.RequestQuery; body: Api.ListWebhookResends.RequestBody; answer: Api.ListWebhookResends.ResponseBody }
  listWhatsappMessages: { path: 'organization_id' | 'project_id' | 'broadcast_id'; query: Api.ListWhatsappMessages.RequestQuery; body: Api.ListWhatsappMessages.RequestBody; answer: Api.ListWhatsappMessages.ResponseBody }
  listWhatsappSenders: { path: 'organization_id' | 'project_id'; query: Api.ListWhatsappSenders.RequestQuery; body: Api.ListWhatsappSenders.RequestBody; answer: Api.ListWhatsappSenders.ResponseBody }
  listWhatsappTemplates: { path: 'organization_id' | 'project_id'; query: Api.ListWhatsappTemplates.RequestQuery; body: Api.ListWhatsappTemplates.RequestBody; answer: Api.ListWhatsappTemplates.ResponseBody }
  listWorkflowRevisions: { path: 'organization_id' | 'project_id' | 'workflow_id'; query: Api.ListWorkflowRevisions.RequestQuery; body: Api.ListWorkflowRevisions.RequestBody; answer: Api.ListWorkflowRevisions.ResponseBody }
  listWorkflows: { path: 'organization_id' | 'project_id'; query: Api.ListWorkflows.RequestQuery; body: Api.ListWorkflows.RequestBody; answer: Api.ListWorkflows.ResponseBody }
  openTicket: { path: 'organization_id' | 'project_id'; query: Api.OpenTicket.RequestQuery; body: Api.OpenTicket.RequestBody; answer: Api.OpenTicket.ResponseBody }
  organizationChatAnalytics: { path: 'organization_id'; query: Api.OrganizationChatAnalytics.RequestQuery; body: Api.OrganizationChatAnalytics.RequestBody; answer: Api.OrganizationChatAnalytics.ResponseBody }
  organizationVoiceAnalytics: { path: 'organization_id'; query: Api.OrganizationVoiceAnalytics.RequestQuery; body: Api.OrganizationVoiceAnalytics.RequestBody; answer: Api.OrganizationVoiceAnalytics.ResponseBody }
  previewAgent: { path: 'organization_id' | 'project_id'; query: Api.PreviewAgent.RequestQuery; body: Api.PreviewAgent.RequestBody; answer: Api.PreviewAgent.ResponseBody }
  previewCalleeHours: { path: 'organization_id' | 'project_id'; query: Api.PreviewCalleeHours.RequestQuery; body: Api.PreviewCalleeHours.RequestBody; answer: Api.PreviewCalleeHours.ResponseBody }
  previewCrawl: { path: 'organization_id' | 'project_id'; query: Api.PreviewCrawl.RequestQuery; body: Api.PreviewCrawl.RequestBody; answer: Api.PreviewCrawl.ResponseBody }
  previewHours: { path: 'organization_id' | 'project_id'; query: Api.PreviewHours.RequestQuery; body: Api.PreviewHours.RequestBody; answer: Api.PreviewHours.ResponseBody }
  previewScript: { path: 'organization_id' | 'project_id'; query: Api.PreviewScript.RequestQuery; body: Api.PreviewScript.RequestBody; answer: Api.PreviewScript.ResponseBody }
  projectChatAnalytics: { path: 'organization_id' | 'project_id'; query: Api.ProjectChatAnalytics.RequestQuery; body: Api.ProjectChatAnalytics.RequestBody; answer: Api.ProjectChatAnalytics.ResponseBody }
  projectVoiceAnalytics: { path: 'organization_id' | 'project_id'; query: Api.ProjectVoiceAnalytics.RequestQuery; body: Api.ProjectVoiceAnalytics.RequestBody; answer: Api.ProjectVoiceAnalytics.ResponseBody }
  releaseCampaign: { path: 'organization_id' | 'project_id' | 'campaign_id'; query: Api.ReleaseCampaign.RequestQuery; body: Api.ReleaseCampaign.RequestBody; answer: Api.ReleaseCampaign.ResponseBody }
  releaseProject: { path: 'organization_id' | 'project_id'; query: Api.ReleaseProject.RequestQuery; body: Api.ReleaseProject.RequestBody; answer: Api.ReleaseProject.ResponseBody }
  removePerson: { path: 'organization_id' | 'user_id'; query: Api.RemovePerson.RequestQuery; body: Api.RemovePerson.RequestBody; answer: Api.RemovePerson.ResponseBody }
  removeSource: { path: 'organization_id' | 'project_id' | 'source_id'; query: Api.RemoveSource.RequestQuery; body: Api.RemoveSource.RequestBody; answer: Api.RemoveSource.ResponseBody }
  renewRecoveryCodes: { path: never; query: Api.RenewRecoveryCodes.RequestQuery; body: Api.RenewRecoveryCodes.RequestBody; answer: Api.RenewRecoveryCodes.ResponseBody }
  replyToChat: { path: 'organization_id' | 'project_id' | 'conversation_id'; query: Api.ReplyToChat.RequestQuery; body: Api.ReplyToChat.RequestBody; answer: Api.ReplyToChat.ResponseBody }
  resendWebhookDeliveries: { path: 'organization_id' | 'project_id' | 'endpoint_id'; query: Api.ResendWebhookDeliveries.RequestQuery; body: Api.ResendWebhookDeliveries.RequestBody; answer: Api.ResendWebhookDeliveries.ResponseBody }
  resendWebhookDelivery: { path: 'organization_id' | 'project_id' | 'endpoint_id' | 'delivery_id'; query: Api.ResendWebhookDelivery.RequestQuery; body: Api.ResendWebhookDelivery.RequestBody; answer: Api.ResendWebhookDelivery.ResponseBody }
  resumeCallBatch: { path: 'organization_id' | 'project_id' | 'campaign_id' | 'batch_id'; query: Api.ResumeCallBatch.RequestQuery; body: Api.ResumeCallBatch.RequestBody; answer: Api.ResumeCallBatch.ResponseBody }
  revokeApiKey: { path: 'organization_id' | 'project_id' | 'api_key_id'; query: Api.RevokeApiKey.RequestQuery; body: Api.RevokeApiKey.RequestBody; answer: Api.RevokeApiKey.ResponseBody }
  revokeToken: { path: 'token_id'; query: Api.RevokeToken.RequestQuery; body: Api.RevokeToken.RequestBody; answer: Api.RevokeToken.ResponseBody }
  rotateApiKey: { path: 'organization_id' | 'project_id' | 'api_key_id'; query: Api.RotateApiKey.RequestQuery; body: Api.RotateApiKey.RequestBody; answer: Api.RotateApiKey.ResponseBody }
  rotateWebhookSecret: { path: 'organization_id' | 'project_id' | 'endpoint_id'; query: Api.RotateWebhookSecret.RequestQuery; body: Api.RotateWebhookSecret.RequestBody; answer: Api.RotateWebhookSecret.ResponseBody }
  runChecks: { path: never; query: Api.RunChecks.RequestQuery; body: Api.RunChecks.RequestBody; answer: Api.RunChecks.ResponseBody }
  searchSources: { path: 'organization_id' | 'project_id'; query: Api.SearchSources.RequestQuery; body: Api.SearchSources.RequestBody; answer: Api.SearchSources.ResponseBody }
  sendAgentMessage: { path: 'organization_id' | 'project_id' | 'conversation_id'; query: Api.SendAgentMessage.RequestQuery; body: Api.SendAgentMessage.RequestBody; answer: Api.SendAgentMessage.ResponseBody }
  sendWhatsappMessage: { path: 'organization_id' | 'project_id' | 'broadcast_id'; query: Api.SendWhatsappMessage.RequestQuery; body: Api.SendWhatsappMessage.RequestBody; answer: Api.SendWhatsappMessage.ResponseBody }
  separateCustomerProfile: { path: 'organization_id' | 'project_id' | 'customer_profile_id'; query: Api.SeparateCustomerProfile.RequestQuery; body: Api.SeparateCustomerProfile.RequestBody; answer: Api.SeparateCustomerProfile.ResponseBody }
  setConversationMode: { path: 'organization_id' | 'project_id' | 'conversation_id'; query: Api.SetConversationMode.RequestQuery; body: Api.SetConversationMode.RequestBody; answer: Api.SetConversationMode.ResponseBody }
  setDemoCalls: { path: 'organization_id'; query: Api.SetDemoCalls.RequestQuery; body: Api.SetDemoCalls.RequestBody; answer: Api.SetDemoCalls.ResponseBody }
  settleMessage: { path: 'organization_id' | 'project_id' | 'message_id'; query: Api.SettleMessage.RequestQuery; body: Api.SettleMessage.RequestBody; answer: Api.SettleMessage.ResponseBody }
  signIn: { path: never; query: Api.SignIn.RequestQuery; body: Api.SignIn.RequestBody; answer: Api.SignIn.ResponseBody }
  signOut: { path: never; query: Api.SignOut.RequestQuery; body: Api.SignOut.RequestBody; answer: Api.SignOut.ResponseBody }
  streamEvents: { path: 'organization_id' | 'project_id'; query: Api.StreamEvents.RequestQuery; body: Api.StreamEvents.RequestBody; answer: Api.StreamEvents.ResponseBody }
  streamHints: { path: 'organization_id'; query: Api.StreamHints.RequestQuery; body: Api.StreamHints.RequestBody; answer: Api.StreamHints.ResponseBody }
  syncWhatsappTemplates: { path: 'organization_id' | 'project_id'; query: Api.SyncWhatsappTemplates.RequestQuery; body: Api.SyncWhatsappTemplates.RequestBody; answer: Api.SyncWhatsappTemplates.ResponseBody }
  testWebhookEndpoint: { path: 'organization_id' | 'project_id' | 'endpoint_id'; query: Api.TestWebhookEndpoint.RequestQuery; body: Api.TestWebhookEndpoint.RequestBody; answer: Api.TestWebhookEndpoint.ResponseBody }
  triggerCall: { path: 'organization_id' | 'project_id' | 'campaign_id'; query: Api.TriggerCall.RequestQuery; body: Api.TriggerCall.RequestBody; answer: Api.TriggerCall.ResponseBody }
  tryWorkflow: { path: 'organization_id' | 'project_id'; query: Api.TryWorkflow.RequestQuery; body: Api.TryWorkflow.RequestBody; answer: Api.TryWorkflow.ResponseBody }
  updateAgent: { path: 'organization_id' | 'project_id' | 'agent_id'; query: Api.UpdateAgent.RequestQuery; body: Api.UpdateAgent.RequestBody; answer: Api.UpdateAgent.ResponseBody }
  updateApiKey: { path: 'organization_id' | 'project_id' | 'api_key_id'; query: Api.UpdateApiKey.RequestQuery; body: Api.UpdateApiKey.RequestBody; answer: Api.UpdateApiKey.ResponseBody }
  updateBroadcast: { path: 'organization_id' | 'project_id' | 'broadcast_id'; query: Api.UpdateBroadcast.RequestQuery; body: Api.UpdateBroadcast.RequestBody; answer: Api.UpdateBroadcast.ResponseBody }
  updateCallerId: { path: 'organization_id' | 'project_id' | 'caller_id'; query: Api.UpdateCallerId.RequestQuery; body: Api.UpdateCallerId.RequestBody; answer: Api.UpdateCallerId.ResponseBody }
  updateCampaign: { path: 'organization_id' | 'project_id' | 'campaign_id'; query: Api.UpdateCampaign.RequestQuery; body: Api.UpdateCampaign.RequestBody; answer: Api.UpdateCampaign.ResponseBody }
  updateMe: { path: never; query: Api.UpdateMe.RequestQuery; body: Api.UpdateMe.RequestBody; answer: Api.UpdateMe.ResponseBody }
  updateModelAccount: { path: 'organization_id' | 'project_id' | 'model_account_id'; query: Api.UpdateModelAccount.RequestQuery; body: Api.UpdateModelAccount.RequestBody; answer: Api.UpdateModelAccount.ResponseBody }
  updateOrganization: { path: 'organization_id'; query: Api.UpdateOrganization.RequestQuery; body: Api.UpdateOrganization.RequestBody; answer: Api.UpdateOrganization.ResponseBody }
  updatePerson: { path: 'organization_id' | 'user_id'; query: Api.UpdatePerson.RequestQuery; body: Api.UpdatePerson.RequestBody; answer: Api.UpdatePerson.ResponseBody }
  updateProject: { path: 'organization_id' | 'project_id'; query: Api.UpdateProject.RequestQuery; body: Api.UpdateProject.RequestBody; answer: Api.UpdateProject.ResponseBody }
  updateVoiceCarrier: { path: 'organization_id' | 'project_id' | 'voice_carrier_id'; query: Api.UpdateVoiceCarrier.RequestQuery; body: Api.UpdateVoiceCarrier.RequestBody; answer: Api.UpdateVoiceCarrier.ResponseBody }
  updateWebhookEndpoint: { path: 'organization_id' | 'project_id' | 'endpoint_id'; query: Api.UpdateWebhookEndpoint.RequestQuery; body: Api.UpdateWebhookEndpoint.RequestBody; answer: Api.UpdateWebhookEndpoint.ResponseBody }
  updateWhatsappSender: { path: 'organization_id' | 'project_id' | 'whatsapp_sender_id'; query: Api.UpdateWhatsappSender.RequestQuery; body: Api.UpdateWhatsappSender.RequestBody; answer: Api.UpdateWhatsappSender.ResponseBody }
  updateWorkflow: { path: 'organization_id' | 'project_id' | 'workflow_id'; query: Api.UpdateWorkflow.RequestQuery; body: Api.UpdateWorkflow.RequestBody; answer: Api.UpdateWorkflow.ResponseBody }
  uploadDomain: { path: 'organization_id' | 'project_id'; query: Api.UploadDomain.RequestQuery; body: Api.UploadDomain.RequestBody; answer: Api.UploadDomain.ResponseBody }
  voiceSeries: { path: 'organization_id' | 'project_id'; query: Api.VoiceSeries.RequestQuery; body: Api.VoiceSeries.RequestBody; answer: Api.VoiceSeries.ResponseBody }
}

/** Method and path of each operation. */
export const operations = {
  acceptLink: ['POST', '/api/links/accept'],
  addCallBatch: ['POST', '/api/organizations/{organization_id}/projects/{project_id}/campaigns/{campaign_id}/call-batches'],
  addDoNotCall: ['POST', '/api/organizations/{organization_id}/do-not-call'],
  addSourceFile: ['POST', '/api/organizations/{organization_id}/projects/{project_id}/sources/files'],
  addSourceUrl: ['POST', '/api/organizations/{organization_id}/projects/{project_id}/sources/urls'],
  applyDeclaration: ['POST', '/api/organizations/{organization_id}/declaration'],
  askKnowledge: ['GET', '/api/organizations/{organization_id}/projects/{project_id}/sources/ask'],
  beginAgentConversation: ['POST', '/api/organizations/{organization_id}/projects/{project_id}/agents/{agent_id}/conversations'],
  beginSecondFactor: ['POST', '/api/me/second-factor'],
  campaignFigures: ['GET', '/api/organizations/{organization_id}/projects/{project_id}/campaigns/{campaign_id}/figures'],
  cancelCall: ['POST', '/api/organizations/{organization_id}/projects/{project_id}/campaigns/{campaign_id}/calls/{campaign_queue_id}/cancel'],
  cancelCallBatch: ['POST', '/api/organizations/{organization_id}/projects/{project_id}/campaigns/{campaign_id}/call-batches/{batch_id}/cancel'],
  cancelCrawl: ['POST', '/api/organizations/{organization_id}/projects/{project_id}/sources/{source_id}/cancel'],
  cancelWaitingCalls: ['POST', '/api/organizations/{organization_id}/projects/{project_id}/campaigns/{campaign_id}/calls/cancel-waiting'],
  changePassword: ['POST', '/api/me/password'],
  chatSeries: ['GET', '/api/organizations/{organization_id}/projects/{project_id}/analytics/chat'],
  checkLink: ['POST', '/api/links/check'],
  checkVoiceCarrier: ['POST', '/api/organizations/{organization_id}/projects/{project_id}/voice-carriers/{voice_carrier_id}/check'],
  checkWhatsappMessage: ['POST', '/api/organizations/{organization_id}/projects/{project_id}/broadcasts/{broadcast_id}/messages/check'],
  checkWhatsappSender: ['POST', '/api/organizations/{organization_id}/projects/{project_id}/whatsapp-senders/{whatsapp_sender_id}/check'],
  checkWorkflow: ['POST', '/api/organizations/{organization_id}/projects/{project_id}/workflows/check'],
  closeTicket: ['POST', '/api/organizations/{organization_id}/projects/{project_id}/tickets/{ticket_id}/close'],
  confirmPassword: ['POST', '/api/me/confirm'],
  confirmSecondFactor: ['POST', '/api/me/second-factor/confirm'],
  crawlSource: ['POST', '/api/organizations/{organization_id}/projects/{project_id}/sources/{source_id}/crawl'],
  createAgent: ['POST', '/api/organizations/{organization_id}/projects/{project_id}/agents'],
  createApiKey: ['POST', '/api/organizations/{organization_id}/projects/{project_id}/api-keys'],
  createBroadcast: ['POST', '/api/organizations/{organization_id}/projects/{project_id}/broadcasts'],
  createCall: ['POST', '/api/organizations/{organization_id}/projects/{project_id}/campaigns/{campaign_id}/calls'],
  createCallerId: ['POST', '/api/organizations/{organization_id}/projects/{project_id}/caller-ids'],
  createCampaign: ['POST', '/api/organizations/{organization_id}/projects/{project_id}/campaigns'],
  createModelAccount: ['POST', '/api/organizations/{organization_id}/projects/{project_id}/model-accounts'],
  createOptOut: ['POST', '/api/organizations/{organization_id}/projects/{project_id}/opt-outs'],
  createOrganization: ['POST', '/api/organizations'],
  createPersonLink: ['POST', '/api/organizations/{organization_id}/people/{user_id}/link'],
  createProject: ['POST', '/api/organizations/{organization_id}/projects'],
  createToken: ['POST', '/api/me/tokens'],
  createVoiceCarrier: ['POST', '/api/organizations/{organization_id}/projects/{project_id}/voice-carriers'],
  createWebhookEndpoint: ['POST', '/api/organizations/{organization_id}/projects/{project_id}/webhook-endpoints'],
  createWhatsappSender: ['POST', '/api/organizations/{organization_id}/projects/{project_id}/whatsapp-senders'],
  createWorkflow: ['POST', '/api/organizations/{organization_id}/projects/{project_id}/workflows'],
  deleteWebhookEndpoint: ['DELETE', '/api/organizations/{organization_id}/projects/{project_id}/webhook-endpoints/{endpoint_id}'],
  disableWebhookEndpoint: ['POST', '/api/organizations/{organization_id}/projects/{project_id}/webhook-endpoints/{endpoint_id}/disable'],
  enableWebhookEndpoint: ['POST', '/api/organizations/{organization_id}/projects/{project_id}/webhook-endpoints/{endpoint_id}/enable'],
  endDoNotCall: ['POST', '/api/organizations/{organization_id}/do-not-call/{number}/end'],
  endOptOut: ['POST', '/api/organizations/{organization_id}/projects/{project_id}/opt-outs/{number}/end'],
  endPersonSecondFactor: ['DELETE', '/api/organizations/{organization_id}/people/{user_id}/second-factor'],
  endPersonSessions: ['DELETE', '/api/organizations/{organization_id}/people/{user_id}/sessions'],
  endSecondFactor: ['DELETE', '/api/me/second-factor'],
  endSession: ['DELETE', '/api/me/sessions/{session_id}'],
  eraseCustomerProfile: ['DELETE', '/api/organizations/{organization_id}/projects/{project_id}/customer-profiles/{customer_profile_id}'],
  exportCallBatch: ['GET', '/api/organizations/{organization_id}/projects/{project_id}/campaigns/{campaign_id}/call-batches/{batch_id}/outcomes'],
  exportChatSeries: ['GET', '/api/organizations/{organization_id}/projects/{project_id}/analytics/chat.csv'],
  exportConversations: ['GET', '/api/organizations/{organization_id}/projects/{project_id}/conversations/export'],
  exportCustomerProfile: ['GET', '/api/organizations/{organization_id}/projects/{project_id}/customer-profiles/{customer_profile_id}/export'],
  exportVoiceSeries: ['GET', '/api/organizations/{organization_id}/projects/{project_id}/analytics/voice.csv'],
  find: ['GET', '/api/organizations/{organization_id}/find'],
  getAgent: ['GET', '/api/organizations/{organization_id}/projects/{project_id}/agents/{agent_id}'],
  getBroadcast: ['GET', '/api/organizations/{organization_id}/projects/{project_id}/broadcasts/{broadcast_id}'],
  getBroadcastFigures: ['GET', '/api/organizations/{organization_id}/projects/{project_id}/broadcasts/{broadcast_id}/figures'],
  getBroadcastTemplate: ['GET', '/api/organizations/{organization_id}/projects/{project_id}/broadcasts/{broadcast_id}/template'],
  getCall: ['GET', '/api/organizations/{organization_id}/projects/{project_id}/campaigns/{campaign_id}/calls/{campaign_queue_id}'],
  getCallBatch: ['GET', '/api/organizations/{organization_id}/projects/{project_id}/campaigns/{campaign_id}/call-batches/{batch_id}'],
  getCallerId: ['GET', '/api/organizations/{organization_id}/projects/{project_id}/caller-ids/{caller_id}'],
  getCallsUnderWay: ['GET', '/api/organizations/{organization_id}/projects/{project_id}/calls-under-way'],
  getCampaign: ['GET', '/api/organizations/{organization_id}/projects/{project_id}/campaigns/{campaign_id}'],
  getChange: ['GET', '/api/organizations/{organization_id}/changes/{change_id}'],
  getConversation: ['GET', '/api/organizations/{organization_id}/projects/{project_id}/conversations/{conversation_id}'],
  getConversationMode: ['GET', '/api/organizations/{organization_id}/projects/{project_id}/conversations/{conversation_id}/mode'],
  getCustomerProfile: ['GET', '/api/organizations/{organization_id}/projects/{project_id}/customer-profiles/{customer_profile_id}'],
  getDeclaration: ['GET', '/api/organizations/{organization_id}/declaration'],
  getDemoCalls: ['GET', '/api/organizations/{organization_id}/demo-calls'],
  getGuards: ['GET', '/api/organizations/{organization_id}/guards'],
  getHealth: ['GET', '/api/health'],
  getMe: ['GET', '/api/me'],
  getModelAccount: ['GET', '/api/organizations/{organization_id}/projects/{project_id}/model-accounts/{model_account_id}'],
  getOpening: ['GET', '/api/organizations/{organization_id}/projects/{project_id}/campaigns/{campaign_id}/opening'],
  getOrganization: ['GET', '/api/organizations/{organization_id}'],
  getProfileTimeline: ['GET', '/api/organizations/{organization_id}/projects/{project_id}/customer-profiles/{customer_profile_id}/timeline'],
  getProject: ['GET', '/api/organizations/{organization_id}/projects/{project_id}'],
  getProjectCall: ['GET', '/api/organizations/{organization_id}/projects/{project_id}/calls/{campaign_queue_id}'],
  getProjectMessage: ['GET', '/api/organizations/{organization_id}/projects/{project_id}/messages/{message_id}'],
  getQueue: ['GET', '/api/organizations/{organization_id}/projects/{project_id}/queue'],
  getSource: ['GET', '/api/organizations/{organization_id}/projects/{project_id}/sources/{source_id}'],
  getSourceRoom: ['GET', '/api/organizations/{organization_id}/projects/{project_id}/sources/room'],
  getToday: ['GET', '/api/organizations/{organization_id}/projects/{project_id}/today'],
  getVoiceCarrier: ['GET', '/api/organizations/{organization_id}/projects/{project_id}/voice-carriers/{voice_carrier_id}'],
  getWebhookDelivery: ['GET', '/api/organizations/{organization_id}/projects/{project_id}/webhook-endpoints/{endpoint_id}/deliveries/{delivery_id}'],
  getWebhookEndpoint: ['GET', '/api/organizations/{organization_id}/projects/{project_id}/webhook-endpoints/{endpoint_id}'],
  getWhatsappMessage: ['GET', '/api/organizations/{organization_id}/projects/{project_id}/broadcasts/{broadcast_id}/messages/{message_id}'],
  getWhatsappSender: ['GET', '/api/organizations/{organization_id}/projects/{project_id}/whatsapp-senders/{whatsapp_sender_id}'],
  getWhatsappTemplate: ['GET', '/api/organizations/{organization_id}/projects/{project_id}/whatsapp-templates/{template_id}'],
  getWorkflow: ['GET', '/api/organizations/{organization_id}/projects/{project_id}/workflows/{workflow_id}'],
  holdCampaign: ['POST', '/api/organizations/{organization_id}/projects/{project_id}/campaigns/{campaign_id}/hold'],
  holdProject: ['POST', '/api/organizations/{organization_id}/projects/{project_id}/hold'],
  invitePerson: ['POST', '/api/organizations/{organization_id}/people'],
  listAgentRevisions: ['GET', '/api/organizations/{organization_id}/projects/{project_id}/agents/{agent_id}/revisions'],
  listAgents: ['GET', '/api/organizations/{organization_id}/projects/{project_id}/agents'],
  listApiKeys: ['GET', '/api/organizations/{organization_id}/projects/{project_id}/api-keys'],
  listAudit: ['GET', '/api/organizations/{organization_id}/audit'],
  listBroadcasts: ['GET', '/api/organizations/{organization_id}/projects/{project_id}/broadcasts'],
  listCallBatchFaults: ['GET', '/api/organizations/{organization_id}/projects/{project_id}/campaigns/{campaign_id}/call-batches/{batch_id}/faults'],
  listCallBatches: ['GET', '/api/organizations/{organization_id}/projects/{project_id}/campaigns/{campaign_id}/call-batches'],
  listCallerIds: ['GET', '/api/organizations/{organization_id}/projects/{project_id}/caller-ids'],
  listCalls: ['GET', '/api/organizations/{organization_id}/projects/{project_id}/campaigns/{campaign_id}/calls'],
  listCampaigns: ['GET', '/api/organizations/{organization_id}/projects/{project_id}/campaigns'],
  listCarrierEvents: ['GET', '/api/organizations/{organization_id}/projects/{project_id}/calls/{campaign_queue_id}/carrier-events'],
  listChanges: ['GET', '/api/organizations/{organization_id}/changes'],
  listConversations: ['GET', '/api/organizations/{organization_id}/projects/{project_id}/conversations'],
  listCrawlUrls: ['GET', '/api/organizations/{organization_id}/projects/{project_id}/sources/{source_id}/crawl-urls'],
  listCustomerProfiles: ['GET', '/api/organizations/{organization_id}/projects/{project_id}/customer-profiles'],
  listDoNotCall: ['GET', '/api/organizations/{organization_id}/do-not-call'],
  listEventLog: ['GET', '/api/organizations/{organization_id}/projects/{project_id}/event-log'],
  listEvents: ['GET', '/api/organizations/{organization_id}/projects/{project_id}/events'],
  listInbox: ['GET', '/api/organizations/{organization_id}/projects/{project_id}/inbox'],
  listModelAccounts: ['GET', '/api/organizations/{organization_id}/projects/{project_id}/model-accounts'],
  listOptOuts: ['GET', '/api/organizations/{organization_id}/projects/{project_id}/opt-outs'],
  listOrganizations: ['GET', '/api/organizations'],
  listPagePassages: ['GET', '/api/organizations/{organization_id}/projects/{project_id}/sources/{source_id}/pages/{page_id}/passages'],
  listPeople: ['GET', '/api/organizations/{organization_id}/people'],
  listProfileMerges: ['GET', '/api/organizations/{organization_id}/projects/{project_id}/customer-profiles/{customer_profile_id}/merges'],
  listProjectCalls: ['GET', '/api/organizations/{organization_id}/projects/{project_id}/calls'],
  listProjectMessages: ['GET', '/api/organizations/{organization_id}/projects/{project_id}/messages'],
  listProjects: ['GET', '/api/organizations/{organization_id}/projects'],
  listSends: ['GET', '/api/organizations/{organization_id}/projects/{project_id}/sends'],
  listSessions: ['GET', '/api/me/sessions'],
  listSourcePages: ['GET', '/api/organizations/{organization_id}/projects/{project_id}/sources/{source_id}/pages'],
  listSources: ['GET', '/api/organizations/{organization_id}/projects/{project_id}/sources'],
  listTickets: ['GET', '/api/organizations/{organization_id}/projects/{project_id}/tickets'],
  listTokens: ['GET', '/api/me/tokens'],
  listTurns: ['GET', '/api/organizations/{organization_id}/projects/{project_id}/conversations/{conversation_id}/turns'],
  listVoiceCarriers: ['GET', '/api/organizations/{organization_id}/projects/{project_id}/voice-carriers'],
  listWebhookDeliveries: ['GET', '/api/organizations/{organization_id}/projects/{project_id}/webhook-endpoints/{endpoint_id}/deliveries'],
  listWebhookEndpoints: ['GET', '/api/organizations/{organization_id}/projects/{project_id}/webhook-endpoints'],
  listWebhookResends: ['GET', '/api/organizations/{organization_id}/projects/{project_id}/webhook-endpoints/{endpoint_id}/resends'],
  listWhatsappMessages: ['GET', '/api/organizations/{organization_id}/projects/{project_id}/broadcasts/{broadcast_id}/messages'],
  listWhatsappSenders: ['GET', '/api/organizations/{organization_id}/projects/{project_id}/whatsapp-senders'],
  listWhatsappTemplates: ['GET', '/api/organizations/{organization_id}/projects/{project_id}/whatsapp-templates'],
  listWorkflowRevisions: ['GET', '/api/organizations/{organization_id}/projects/{project_id}/workflows/{workflow_id}/revisions'],
  listWorkflows: ['GET', '/api/organizations/{organization_id}/projects/{project_id}/workflows'],
  openTicket: ['POST', '/api/organizations/{organization_id}/projects/{project_id}/tickets'],
  organizationChatAnalytics: ['GET', '/api/organizations/{organization_id}/analytics'],
  organizationVoiceAnalytics: ['GET', '/api/organizations/{organization_id}/conversation-analytics'],
  previewAgent: ['POST', '/api/organizations/{organization_id}/projects/{project_id}/agents/preview'],
  previewCalleeHours: ['POST', '/api/organizations/{organization_id}/projects/{project_id}/calling-hours/callee/preview'],
  previewCrawl: ['POST', '/api/organizations/{organization_id}/projects/{project_id}/crawls/preview'],
  previewHours: ['POST', '/api/organizations/{organization_id}/projects/{project_id}/calling-hours/preview'],
  previewScript: ['POST', '/api/organizations/{organization_id}/projects/{project_id}/scripts/preview'],
  projectChatAnalytics: ['GET', '/api/organizations/{organization_id}/projects/{project_id}/analytics'],
  projectVoiceAnalytics: ['GET', '/api/organizations/{organization_id}/projects/{project_id}/conversation-analytics'],
  releaseCampaign: ['POST', '/api/organizations/{organization_id}/projects/{project_id}/campaigns/{campaign_id}/release'],
  releaseProject: ['POST', '/api/organizations/{organization_id}/projects/{project_id}/release'],
  removePerson: ['DELETE', '/api/organizations/{organization_id}/people/{user_id}'],
  removeSource: ['POST', '/api/organizations/{organization_id}/projects/{project_id}/sources/{source_id}/remove'],
  renewRecoveryCodes: ['POST', '/api/me/second-factor/recovery-codes'],
  replyToChat: ['POST', '/api/organizations/{organization_id}/projects/{project_id}/conversations/{conversation_id}/replies'],
  resendWebhookDeliveries: ['POST', '/api/organizations/{organization_id}/projects/{project_id}/webhook-endpoints/{endpoint_id}/resend'],
  resendWebhookDelivery: ['POST', '/api/organizations/{organization_id}/projects/{project_id}/webhook-endpoints/{endpoint_id}/deliveries/{delivery_id}/resend'],
  resumeCallBatch: ['POST', '/api/organizations/{organization_id}/projects/{project_id}/campaigns/{campaign_id}/call-batches/{batch_id}/resume'],
  revokeApiKey: ['POST', '/api/organizations/{organization_id}/projects/{project_id}/api-keys/{api_key_id}/revoke'],
  revokeToken: ['DELETE', '/api/me/tokens/{token_id}'],
  rotateApiKey: ['POST', '/api/organizations/{organization_id}/projects/{project_id}/api-keys/{api_key_id}/rotate'],
  rotateWebhookSecret: ['POST', '/api/organizations/{organization_id}/projects/{project_id}/webhook-endpoints/{endpoint_id}/rotate-secret'],
  runChecks: ['POST', '/api/health/checks'],
  searchSources: ['GET', '/api/organizations/{organization_id}/projects/{project_id}/sources/search'],
  sendAgentMessage: ['POST', '/api/organizations/{organization_id}/projects/{project_id}/conversations/{conversation_id}/messages'],
  sendWhatsappMessage: ['POST', '/api/organizations/{organization_id}/projects/{project_id}/broadcasts/{broadcast_id}/messages'],
  separateCustomerProfile: ['POST', '/api/organizations/{organization_id}/projects/{project_id}/customer-profiles/{customer_profile_id}/separate'],
  setConversationMode: ['POST', '/api/organizations/{organization_id}/projects/{project_id}/conversations/{conversation_id}/mode'],
  setDemoCalls: ['PUT', '/api/organizations/{organization_id}/demo-calls'],
  settleMessage: ['POST', '/api/organizations/{organization_id}/projects/{project_id}/messages/{message_id}/settle'],
  signIn: ['POST', '/api/sign-in'],
  signOut: ['POST', '/api/sign-out'],
  streamEvents: ['GET', '/api/organizations/{organization_id}/projects/{project_id}/events/stream'],
  streamHints: ['GET', '/api/organizations/{organization_id}/events'],
  syncWhatsappTemplates: ['POST', '/api/organizations/{organization_id}/projects/{project_id}/whatsapp-templates/sync'],
  testWebhookEndpoint: ['POST', '/api/organizations/{organization_id}/projects/{project_id}/webhook-endpoints/{endpoint_id}/test'],
  triggerCall: ['POST', '/api/organizations/{organization_id}/projects/{project_id}/campaigns/{campaign_id}/trigger-call'],
  tryWorkflow: ['POST', '/api/organizations/{organization_id}/projects/{project_id}/workflows/try'],
  updateAgent: ['PATCH', '/api/organizations/{organization_id}/projects/{project_id}/agents/{agent_id}'],
  updateApiKey: ['PATCH', '/api/organizations/{organization_id}/projects/{project_id}/api-keys/{api_key_id}'],
  updateBroadcast: ['PATCH', '/api/organizations/{organization_id}/projects/{project_id}/broadcasts/{broadcast_id}'],
  updateCallerId: ['PATCH', '/api/organizations/{organization_id}/projects/{project_id}/caller-ids/{caller_id}'],
  updateCampaign: ['PATCH', '/api/organizations/{organization_id}/projects/{project_id}/campaigns/{campaign_id}'],
  updateMe: ['PATCH', '/api/me'],
  updateModelAccount: ['PATCH', '/api/organizations/{organization_id}/projects/{project_id}/model-accounts/{model_account_id}'],
  updateOrganization: ['PATCH', '/api/organizations/{organization_id}'],
  updatePerson: ['PATCH', '/api/organizations/{organization_id}/people/{user_id}'],
  updateProject: ['PATCH', '/api/organizations/{organization_id}/projects/{project_id}'],
  updateVoiceCarrier: ['PATCH', '/api/organizations/{organization_id}/projects/{project_id}/voice-carriers/{voice_carrier_id}'],
  updateWebhookEndpoint: ['PATCH', '/api/organizations/{organization_id}/projects/{project_id}/webhook-endpoints/{endpoint_id}'],
  updateWhatsappSender: ['PATCH', '/api/organizations/{organization_id}/projects/{project_id}/whatsapp-senders/{whatsapp_sender_id}'],
  updateWorkflow: ['PATCH', '/api/organizations/{organization_id}/projects/{project_id}/workflows/{workflow_id}'],
  uploadDomain: ['POST', '/api/organizations/{organization_id}/projects/{project_id}/sources/domains'],
  voiceSeries: ['GET', '/api/organizations/{organization_id}/projects/{project_id}/analytics/voice'],
} as const
