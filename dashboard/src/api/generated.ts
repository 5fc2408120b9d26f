// Made from the document of the management API by `npm run generate`. Do not edit.

export interface AcceptLinkInputInput {
  /**
   * Needed of people with a second factor, as in `POST /api/sign-in`.
   * @maxLength 40
   */
  code?: string;
  /**
   * Needed of the first owner, else left unread.
   * @maxLength 254
   * @pattern ^[^\s@\p{Cc}]+@[^\s@\p{Cc}]+$
   */
  email?: string;
  /**
   * Needed of the first owner; others may change theirs.
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
  /** To the minute; null: never, since this is kept. */
  last_used_at: string | null;
  /** Null: from before this was kept. */
  made_by: string | null;
  name: string;
  /** What people recognize it by. */
  prefix: string;
  /**
   * @min 1
   * @max 9007199254740991
   */
  revision: number;
  /** ISO 8601 UTC, such as 2026-11-21T09:00:00.000Z. */
  revoked_at: string | null;
  /** What it may do beyond reading. */
  scopes: ("calls:create" | "whatsapp:create")[];
  /** `ending`: it was replaced and works until `ends_at`. */
  status: "active" | "ending" | "ended" | "revoked";
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
}

/** Six digits every 30 seconds (RFC 6238, SHA-1). */
export interface BegunSecondFactor {
  /** Base32, to type into an authenticator app. It is shown this once. */
  secret: string;
  /** `otpauth://…`, for a QR code. */
  uri: string;
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
    /** In plain words. */
    reason: string | null;
  } | null;
  /** E.164. */
  phone_number: string;
  /** The endpoint: `trigger-call` or `calls`. */
  placed_by: "trigger" | "queue";
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
    /** What keeps it from being dialed now; the first reason if there are several. */
    reason: "paused" | "hours" | "slot" | "number" | "retry" | "carrier_rate";
    /**
     * Since when it waits.
     * @format date-time
     */
    since: string;
    /** When the reason ends; null where that depends on other calls or on a release. */
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
      /** Of the carrier account. */
      calls_per_second: number;
      /** `assumption`: no call of the campaign has ended yet. */
      seconds_from: "latest_calls" | "assumption";
      /** For how long a call is taken to hold its slot. */
      seconds_per_call: number;
      /**
       * @min -9007199254740991
       * @max 9007199254740991
       */
      slots: number;
    };
    /** Null if none is dialed before the campaign ends. */
    first_attempt_at: string | null;
    /** Null if not all are dialed before the campaign ends. */
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
    /** ISO 8601 UTC, such as 2026-11-21T09:00:00.000Z. */
    closes_at: string | null;
    is_open: boolean;
    /** ISO 8601 UTC, such as 2026-11-21T09:00:00.000Z. */
    opens_at: string | null;
    /** Null where the campaign has no calling hours. */
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
  /** `invalid`: it can not be read, or a value is not allowed. `number`: no number that can be called. `repeated`: its number stands in an earlier row. `waiting`: a call of the campaign to it waits or is under way. `incomplete`: it lacks a value that the campaign speaks. */
  kind: "invalid" | "number" | "repeated" | "waiting" | "incomplete";
  /**
   * Line of the file, from 1.
   * @min 0
   * @max 9007199254740991
   */
  line: number;
  /** What is wrong, and what would be right. */
  message: string;
}

/** The fields that change (RFC 7396). A null returns a field to its default. Lists are replaced as a whole. */
export interface CallerIdPatchInput {
  /** The name of a carrier account of the project. */
  carrier?: string;
  /** E.164; any spelling is taken. */
  number?: string;
}

/** The fields that change (RFC 7396). A null returns a field to its default. Lists are replaced as a whole. */
export interface CampaignPatchInput {
  call_direction?: "outbound" | "inbound";
  /** The number of a caller ID of the project. */
  caller_id?: string | null;
  /** Null: always open. */
  calling_hours?: {
    closed_dates: string[];
    timezone: string;
    windows: {
      days: string[];
      from: string;
      to: string;
    }[];
  } | null;
  campaign_type?: "workflow" | "script";
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
  hours: {
    /** Null unless it is open and closes within 10 days. */
    closes_at: string | null;
    is_open: boolean;
    /** The next opening; null unless it is closed. */
    opens_at: string | null;
    /** Null where the campaign has no calling hours. */
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
    /** There are more than `count`, which were not counted. */
    is_more: boolean;
    reason: "paused" | "hours" | "slot" | "number" | "retry" | "carrier_rate";
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
  /** In the carrier’s word. */
  call_status: string;
  duration_seconds: number | null;
  error_code: string | null;
  /** By the carrier’s clock; null if it gave no time. */
  occurred_at: string | null;
  /**
   * By the service’s clock.
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
  /** How it was learned; `created`: the answer to the request for the call, `asked`: a poll. */
  source:
    | "created"
    | "status_callback"
    | "instructions"
    | "asked"
    | "machine_detection";
}

/** Who changed a record, from what to what. */
export interface Change {
  _id: string;
  /** `created`, `updated`, or another word. */
  action: string;
  actor_id: string | null;
  actor_kind: "person" | "token" | "key" | "cli" | "sync";
  /** As of then. */
  actor_name: string;
  /**
   * ISO 8601 UTC, such as 2026-11-21T09:00:00.000Z.
   * @format date-time
   */
  at: string;
  fields: {
    /** `changed` for a secret. */
    after: any;
    before: any;
    path: string;
  }[];
  /** What the record is, such as `campaign`. */
  kind: string;
  /** Null: the record belongs to no project. */
  project_id: string | null;
  record_id: string;
  /** As of then. */
  record_name: string;
  request_id: string | null;
  /** The revision of the record after the change; null if such records have no revisions. */
  revision: number | null;
  via: "dashboard" | "api" | "apply" | "command" | "sync";
}

export interface ChangedField {
  /** `changed` for a secret. */
  after: any;
  /** Null for a secret, and for what was not set. */
  before: any;
  /** Such as `calling_hours.windows[1].to`. */
  path: string;
}

/** What happened in the chats of a span, in all and by day, ISO week, month or year, UTC. */
export interface ChatAnalytics {
  /** By the length of the span. */
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

export interface CheckLinkInputInput {
  /** @maxLength 200 */
  token: string;
}

export interface CheckedHealth {
  checks: Finding[];
}

export interface CheckedWorkflow {
  /** What the source says, with defaults; null if it is at fault. */
  definition: Partial<Record<string, any>> | null;
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
    /** Such as `steps.ask.branches[0].next`; empty for the whole. */
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

export interface ConfiguredCallerId {
  _id: string;
  /** The name of a carrier account of the project. */
  carrier: string;
  /**
   * ISO 8601 UTC, such as 2026-11-21T09:00:00.000Z.
   * @format date-time
   */
  created_at: string;
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
  /**
   * ISO 8601 UTC, such as 2026-11-21T09:00:00.000Z.
   * @format date-time
   */
  updated_at: string;
}

export interface ConfiguredCampaign {
  _id: string;
  call_direction: "outbound" | "inbound";
  /** The number of a caller ID of the project. */
  caller_id: string | null;
  /** Null: always open. */
  calling_hours: {
    closed_dates: string[];
    timezone: string;
    windows: {
      days: string[];
      from: string;
      to: string;
    }[];
  } | null;
  campaign_type: "workflow" | "script";
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

export interface ConfiguredProject {
  _id: string;
  /**
   * ISO 8601 UTC, such as 2026-11-21T09:00:00.000Z.
   * @format date-time
   */
  created_at: string;
  default_country: string | null;
  /** BCP 47. */
  language: string;
  /** Null: nothing was changed since changes are stored. */
  last_change: LastChange | null;
  name: string;
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
  calls_per_second: number;
  /**
   * ISO 8601 UTC, such as 2026-11-21T09:00:00.000Z.
   * @format date-time
   */
  created_at: string;
  kind: "twilio";
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

export interface ConfiguredWorkflow {
  _id: string;
  /**
   * ISO 8601 UTC, such as 2026-11-21T09:00:00.000Z.
   * @format date-time
   */
  created_at: string;
  /** By workflow.schema.json. */
  definition: Partial<Record<string, any>>;
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

/** A conversation with a person: a call, or a chat. */
export interface Conversation {
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
  customer_profile_id: string | null;
  /** From the answer to the end: 0 where nobody answered, null while it goes on. */
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
  [key: string]: any;
}

/** A person of the project. */
export interface CustomerProfile {
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
  /** For people to read and say, such as `CUST-000123`. */
  display_id: string;
  emails: {
    /** E.164, or the address in lower case. */
    normalized: string;
    /** The channel it came by, such as `voice`, or `import`. */
    source: string;
    /** As it was given first. */
    value: string;
  }[];
  /** ISO 8601 UTC, such as 2026-11-21T09:00:00.000Z. */
  last_interaction_at: string | null;
  name: string | null;
  phone_numbers: {
    /** E.164, or the address in lower case. */
    normalized: string;
    /** The channel it came by, such as `voice`, or `import`. */
    source: string;
    /** As it was given first. */
    value: string;
  }[];
  properties: Partial<Record<string, any>>;
  /**
   * ISO 8601 UTC, such as 2026-11-21T09:00:00.000Z.
   * @format date-time
   */
  updated_at: string;
}

/** As docs/declaration.md has it. */
export type DeclarationTextInput = string | Partial<Record<string, any>>;

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
    after: any;
    before: any;
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

/** What the edit would do. Nothing was changed. */
export interface DryRun {
  changes: ChangedField[];
  effects: Effect[];
}

/** What an edit does beyond the record. */
export interface Effect {
  code: string;
  /**
   * How many calls or campaigns it concerns.
   * @min 1
   * @max 9007199254740991
   */
  count: number;
  /** In English. */
  sentence: string;
}

/** The envelope of every error. */
export interface Error {
  /** A name that does not change. */
  code:
    | "invalid_request"
    | "takes_too_long"
    | "malformed_request"
    | "invalid_json"
    | "invalid_phone_number"
    | "campaign_not_ready"
    | "call_file_unusable"
    | "campaign_paused"
    | "campaign_ended"
    | "campaign_ends_before_opening"
    | "outside_calling_hours"
    | "no_free_slot"
    | "number_taken"
    | "dial_too_late"
    | "carrier_refused_number"
    | "carrier_busy"
    | "key_missing"
    | "key_invalid"
    | "key_conflict"
    | "wrong_tenant"
    | "scope_missing"
    | "sign_in_needed"
    | "sign_in_failed"
    | "second_factor_needed"
    | "second_factor_wrong"
    | "second_factor_exists"
    | "second_factor_not_begun"
    | "password_wrong"
    | "password_needed"
    | "session_needed"
    | "role_missing"
    | "cross_origin"
    | "public_url_missing"
    | "person_elsewhere"
    | "too_many_failures"
    | "sign_ins_busy"
    | "link_quota_reached"
    | "too_many_domains"
    | "too_many_crawls"
    | "bad_signature"
    | "route_not_found"
    | "campaign_not_found"
    | "call_not_found"
    | "call_batch_not_found"
    | "conversation_not_found"
    | "profile_not_found"
    | "tenant_not_found"
    | "link_not_found"
    | "person_not_found"
    | "session_not_found"
    | "token_not_found"
    | "person_exists"
    | "last_owner"
    | "too_many_tokens"
    | "project_not_found"
    | "broadcast_not_found"
    | "message_not_found"
    | "source_not_found"
    | "record_not_found"
    | "not_a_demo"
    | "change_not_found"
    | "revision_required"
    | "changed_meanwhile"
    | "call_batch_not_stopped"
    | "key_ended"
    | "plan_inactive"
    | "quota_exhausted"
    | "sender_unavailable"
    | "template_unavailable"
    | "window_closed"
    | "opted_out"
    | "message_rejected"
    | "sender_busy"
    | "send_unresolved"
    | "idempotency_key_reused"
    | "method_not_allowed"
    | "body_too_large"
    | "unsupported_media_type"
    | "headers_too_large"
    | "too_many_call_files"
    | "too_many_lists"
    | "too_many_streams"
    | "dial_failed"
    | "dial_unresolved"
    | "unexpected"
    | "webhooks_busy"
    | "unavailable";
  data: null;
  /** What is wrong with the input, by its place. */
  faults: {
    /** What is right there. */
    message: string;
    /** Such as `calling_hours.windows[1].to`; empty for the whole. */
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
    | "source"
    | "ticket"
    | "whatsapp_sender"
    | "whatsapp_template"
    | "voice_carrier"
    | "caller_id"
    | "api_key"
    | "project";
  project_id: string;
  /** Its name or number; the id where it has neither. */
  title: string;
}

/** How the installation is. */
export interface Health {
  /** What needs no request to a provider. */
  checks: Finding[];
  /** The last seen first. */
  processes: Process[];
  /** What is due and not begun. */
  waiting: {
    /** The job that would do it. */
    job: string;
    /** Since when its oldest work is due; null: it has none. */
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
  /** On that day. */
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
    /** In the zone of the hours. */
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
  /** To hand over; null where they can sign in already, or another organization has invited them. */
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
  /** To the minute; null: never, since this is kept. */
  last_used_at: string | null;
  /** Null: from before this was kept. */
  made_by: string | null;
  name: string;
  /** What people recognize it by. */
  prefix: string;
  /**
   * @min 1
   * @max 9007199254740991
   */
  revision: number;
  /** ISO 8601 UTC, such as 2026-11-21T09:00:00.000Z. */
  revoked_at: string | null;
  /** What it may do beyond reading. */
  scopes: ("calls:create" | "whatsapp:create")[];
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
  /** To the minute. */
  last_used_at: string | null;
  name: string;
  /** What it begins with. */
  prefix: string;
  /** The most that it may do; it never may more than you. */
  role: "viewer" | "editor" | "admin" | "owner" | "operator";
  /** Its value, shown this once: `svc_user_…`. */
  token: string;
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

export interface NewApiKeyInput {
  /**
   * @minLength 1
   * @maxLength 200
   */
  name: string;
  /**
   * @maxItems 2
   * @default []
   */
  scopes?: ("calls:create" | "whatsapp:create")[];
}

/** The fields of the declaration. One that is null or left out has its default. */
export interface NewCallerIdInput {
  /** The name of a carrier account of the project. */
  carrier?: string;
  /** E.164; any spelling is taken. */
  number?: string;
}

/** The fields of the declaration. One that is null or left out has its default. */
export interface NewCampaignInput {
  call_direction?: "outbound" | "inbound";
  /** The number of a caller ID of the project. */
  caller_id?: string | null;
  /** Null: always open. */
  calling_hours?: {
    closed_dates: string[];
    timezone: string;
    windows: {
      days: string[];
      from: string;
      to: string;
    }[];
  } | null;
  campaign_type?: "workflow" | "script";
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
  /** BCP 47. */
  language?: string;
  name?: string;
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
  /** Is shown nowhere; left out, the stored one stays. */
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
export interface NewWorkflowInput {
  /** By workflow.schema.json. */
  definition?: Partial<Record<string, any>>;
  name?: string;
}

/** An organization that you may see. */
export interface OpenOrganization {
  _id: string;
  name: string;
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

/** A link with which somebody sets a password. */
export interface PersonLink {
  /**
   * ISO 8601 UTC, such as 2026-11-21T09:00:00.000Z.
   * @format date-time
   */
  ends_at: string;
  kind: "first_owner" | "invitation" | "password";
  /** To hand over. It is good once, shown this once, and sent to nobody. */
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
  campaign_id: string;
  campaign_name: string;
  /** When it was first canceled. */
  cancel_requested_at: string | null;
  /**
   * ISO 8601 UTC, such as 2026-11-21T09:00:00.000Z.
   * @format date-time
   */
  created_at: string;
  /** As the request for the call gave it, else as the profile of the person has it. */
  customer_name: string | null;
  /** Null where nothing failed. */
  error: {
    /** The carrier’s own code, where it gave one. */
    code: string | null;
    /** In plain words. */
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
  /** E.164. */
  phone_number: string;
  /** Among the waiting calls of its campaign; null unless it waits, and beyond 1000. */
  place: number | null;
  /** The endpoint: `trigger-call` or `calls`. */
  placed_by: "trigger" | "queue";
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
    /** What keeps it from being dialed now; the first reason if there are several. */
    reason: "paused" | "hours" | "slot" | "number" | "retry" | "carrier_rate";
    /**
     * Since when it waits.
     * @format date-time
     */
    since: string;
    /** When the reason ends; null where that depends on other calls or on a release. */
    until: string | null;
  } | null;
}

/** The fields that change (RFC 7396). A null returns a field to its default. Lists are replaced as a whole. */
export interface ProjectPatchInput {
  default_country?: string | null;
  /** BCP 47. */
  language?: string;
  name?: string;
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
    /** In the carrier’s word; null where no detection ran. */
    answered_by: string | null;
    /**
     * From 1; one that was never placed leaves its number to the next.
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
    /** From the answer to the end; 0 where nobody answered. */
    duration_seconds: number | null;
    /** ISO 8601 UTC, such as 2026-11-21T09:00:00.000Z. */
    ended_at: string | null;
    /** Null where nothing failed. */
    error: {
      /** The carrier’s own code, where it gave one. */
      code: string | null;
      /** In plain words. */
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
    /** The carrier’s own code, where it gave one. */
    code: string | null;
    /** In plain words. */
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
  /** E.164. */
  phone_number: string;
  /** The endpoint: `trigger-call` or `calls`. */
  placed_by: "trigger" | "queue";
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
    /**
     * Among the waiting calls of the campaign; 1 came first.
     * @min 1
     * @max 9007199254740991
     */
    place: number;
    /** What keeps it from being dialed now; the first reason if there are several. */
    reason: "paused" | "hours" | "slot" | "number" | "retry" | "carrier_rate";
    /**
     * Since when it waits.
     * @format date-time
     */
    since: string;
    /** When the reason ends; null where that depends on other calls or on a release. */
    until: string | null;
  } | null;
}

export interface RecoveryCodes {
  /** Each is good once, in the place of a code of the app. They are shown this once. */
  recovery_codes: string[];
}

export interface RotatedApiKey {
  made: MadeApiKey;
  /** A key, without its value. */
  replaced: ApiKey;
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
   * Needed of people with a second factor: the six digits of their app, or a recovery code.
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
  /** Who added it. */
  created_by:
    | {
        _id: string;
        kind: "api_key";
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
  /** The last failure, in words. */
  sync_error: string | null;
  /** `partial`: some pages failed. */
  sync_status: "pending" | "syncing" | "success" | "partial" | "failed";
  /**
   * ISO 8601 UTC, such as 2026-11-21T09:00:00.000Z.
   * @format date-time
   */
  updated_at: string;
}

/** What needs a person, and how today compares. */
export interface Today {
  /**
   * ISO 8601 UTC, such as 2026-11-21T09:00:00.000Z.
   * @format date-time
   */
  at: string;
  /** What needs a person; empty where all is well. */
  needs: {
    code:
      | "calls_unresolved"
      | "messages_unresolved"
      | "campaigns_paused"
      | "campaigns_not_ready"
      | "templates_stopped"
      | "sources_failed"
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
    /** For the first of them. */
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
    };

export interface TrialOfWorkflowInput {
  /**
   * A sample customer.
   * @default {}
   */
  customer?: Partial<Record<string, string | number | boolean>>;
  /** The workflow, stored or not. */
  definition: Partial<Record<string, any>>;
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
  /** To the minute. */
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
  /** Is shown nowhere; left out, the stored one stays. */
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
  request: Partial<Record<string, any>>;
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

/** A template send, with no `type`; or a typed message, with a `type` and its `payload`, which needs an open messaging window. */
export type WhatsappSendInput =
  | {
      /** Values of the template's variables. */
      data?: {
        /** For a template with a location header. */
        header_location?: {
          address?: string;
          /**
           * @min -90
           * @max 90
           */
          latitude: number;
          /**
           * @min -180
           * @max 180
           */
          longitude: number;
          name?: string;
        };
        /**
         * For a template with a media header: a public HTTPS URL.
         * @format uri
         */
        header_media_url?: string;
        [key: string]: any;
      };
      /** Recipient, in international format; or, where the number is not known, the id that WhatsApp has given the person. */
      to: string;
    }
  | (
      | {
          payload: {
            /**
             * The text.
             * @minLength 1
             * @maxLength 4096
             */
            body: string;
            /**
             * Show a preview of the first URL in the text.
             * @default true
             */
            preview_url?: boolean;
          };
          /** Recipient, in international format; or, where the number is not known, the id that WhatsApp has given the person. */
          to: string;
          type: "text";
        }
      | {
          payload: {
            /**
             * Shown below.
             * @maxLength 1024
             */
            caption?: string;
            /**
             * Public HTTPS URL, fetched by the provider.
             * @format uri
             * @maxLength 2048
             */
            link?: string;
            /**
             * The same as `link`.
             * @format uri
             * @maxLength 2048
             */
            url?: string;
          };
          /** Recipient, in international format; or, where the number is not known, the id that WhatsApp has given the person. */
          to: string;
          type: "image";
        }
      | {
          payload: {
            /**
             * Shown below.
             * @maxLength 1024
             */
            caption?: string;
            /**
             * Public HTTPS URL, fetched by the provider.
             * @format uri
             * @maxLength 2048
             */
            link?: string;
            /**
             * The same as `link`.
             * @format uri
             * @maxLength 2048
             */
            url?: string;
          };
          /** Recipient, in international format; or, where the number is not known, the id that WhatsApp has given the person. */
          to: string;
          type: "video";
        }
      | {
          payload: {
            /**
             * Public HTTPS URL, fetched by the provider.
             * @format uri
             * @maxLength 2048
             */
            link?: string;
            /**
             * The same as `link`.
             * @format uri
             * @maxLength 2048
             */
            url?: string;
          };
          /** Recipient, in international format; or, where the number is not known, the id that WhatsApp has given the person. */
          to: string;
          type: "audio";
        }
      | {
          payload: {
            /**
             * Public HTTPS URL, fetched by the provider.
             * @format uri
             * @maxLength 2048
             */
            link?: string;
            /**
             * The same as `link`.
             * @format uri
             * @maxLength 2048
             */
            url?: string;
          };
          /** Recipient, in international format; or, where the number is not known, the id that WhatsApp has given the person. */
          to: string;
          type: "voice";
        }
      | {
          payload: {
            /**
             * Shown below.
             * @maxLength 1024
             */
            caption?: string;
            /**
             * Name that the recipient sees.
             * @maxLength 255
             */
            filename?: string;
            /**
             * Public HTTPS URL, fetched by the provider.
             * @format uri
             * @maxLength 2048
             */
            link?: string;
            /**
             * The same as `link`.
             * @format uri
             * @maxLength 2048
             */
            url?: string;
          };
          /** Recipient, in international format; or, where the number is not known, the id that WhatsApp has given the person. */
          to: string;
          type: "document";
        }
      | {
          payload: {
            /**
             * Public HTTPS URL, fetched by the provider.
             * @format uri
             * @maxLength 2048
             */
            link?: string;
            /**
             * The same as `link`.
             * @format uri
             * @maxLength 2048
             */
            url?: string;
          };
          /** Recipient, in international format; or, where the number is not known, the id that WhatsApp has given the person. */
          to: string;
          type: "sticker";
        }
      | {
          payload: {
            /** @maxLength 1000 */
            address?: string;
            /**
             * @min -90
             * @max 90
             */
            latitude: number;
            /**
             * @min -180
             * @max 180
             */
            longitude: number;
            /** @maxLength 1000 */
            name?: string;
          };
          /** Recipient, in international format; or, where the number is not known, the id that WhatsApp has given the person. */
          to: string;
          type: "location";
        }
      | {
          payload: {
            /**
             * @maxItems 5
             * @minItems 1
             */
            contacts: {
              /** @maxItems 20 */
              addresses?: Partial<Record<string, any>>[];
              /**
               * @format date
               * @pattern ^(?:(?:\d\d[2468][048]|\d\d[13579][26]|\d\d0[48]|[02468][048]00|[13579][26]00)-02-29|\d{4}-(?:(?:0[13578]|1[02])-(?:0[1-9]|[12]\d|3[01])|(?:0[469]|11)-(?:0[1-9]|[12]\d|30)|(?:02)-(?:0[1-9]|1\d|2[0-8])))$
               */
              birthday?: string;
              /** @maxItems 20 */
              emails?: {
                /**
                 * @minLength 1
                 * @maxLength 1000
                 */
                email: string;
                /**
                 * @minLength 1
                 * @maxLength 1000
                 */
                type?: string;
                [key: string]: any;
              }[];
              name: {
                /**
                 * @minLength 1
                 * @maxLength 1000
                 */
                first_name?: string;
                /**
                 * The whole name, as shown.
                 * @minLength 1
                 * @maxLength 1000
                 */
                formatted_name: string;
                /**
                 * @minLength 1
                 * @maxLength 1000
                 */
                last_name?: string;
                /**
                 * @minLength 1
                 * @maxLength 1000
                 */
                middle_name?: string;
                /**
                 * @minLength 1
                 * @maxLength 1000
                 */
                prefix?: string;
                /**
                 * @minLength 1
                 * @maxLength 1000
                 */
                suffix?: string;
                [key: string]: any;
              };
              org?: Partial<Record<string, any>>;
              /** @maxItems 20 */
              phones?: {
                /**
                 * @minLength 1
                 * @maxLength 1000
                 */
                phone: string;
                /**
                 * Such as `Mobile`.
                 * @minLength 1
                 * @maxLength 1000
                 */
                type?: string;
                /**
                 * @minLength 1
                 * @maxLength 1000
                 */
                wa_id?: string;
                [key: string]: any;
              }[];
              /** @maxItems 20 */
              urls?: {
                /**
                 * @minLength 1
                 * @maxLength 1000
                 */
                type?: string;
                /**
                 * @minLength 1
                 * @maxLength 1000
                 */
                url: string;
                [key: string]: any;
              }[];
              [key: string]: any;
            }[];
          };
          /** Recipient, in international format; or, where the number is not known, the id that WhatsApp has given the person. */
          to: string;
          type: "contacts";
        }
      | {
          payload: {
            action: Record<string, any>;
            /** @pattern ^[a-z][a-z0-9_]{0,63}$ */
            type: string;
            [key: string]: any;
          };
          /** Recipient, in international format; or, where the number is not known, the id that WhatsApp has given the person. */
          to: string;
          type: "interactive";
        }
      | {
          payload: {
            /** One emoji; empty: takes the reaction back. */
            emoji: string;
            /**
             * Provider id of the message reacted to.
             * @pattern ^wamid\.[\x21-\x7e]{1,122}$
             */
            message_id: string;
          };
          /** Recipient, in international format; or, where the number is not known, the id that WhatsApp has given the person. */
          to: string;
          type: "reaction";
        }
      | {
          payload: {
            action: {
              /**
               * The sender's catalog; may be left out.
               * @minLength 1
               * @maxLength 100
               */
              catalog_id?: string;
              /**
               * The product's id in the catalog.
               * @minLength 1
               * @maxLength 100
               */
              product_retailer_id: string;
            };
            body?: {
              /**
               * @minLength 1
               * @maxLength 1024
               */
              text: string;
            };
            footer?: {
              /**
               * @minLength 1
               * @maxLength 60
               */
              text: string;
            };
          };
          /** Recipient, in international format; or, where the number is not known, the id that WhatsApp has given the person. */
          to: string;
          type: "product";
        }
      | {
          payload: {
            action: {
              /**
               * The sender's catalog; may be left out.
               * @minLength 1
               * @maxLength 100
               */
              catalog_id?: string;
              /**
               * @maxItems 10
               * @minItems 1
               */
              sections: {
                /**
                 * @maxItems 30
                 * @minItems 1
                 */
                product_items: {
                  /**
                   * The product's id in the catalog.
                   * @minLength 1
                   * @maxLength 100
                   */
                  product_retailer_id: string;
                }[];
                /**
                 * @minLength 1
                 * @maxLength 24
                 */
                title?: string;
              }[];
            };
            body: {
              /**
               * @minLength 1
               * @maxLength 1024
               */
              text: string;
            };
            footer?: {
              /**
               * @minLength 1
               * @maxLength 60
               */
              text: string;
            };
            /** Left out: the first section's title. */
            header?: {
              /**
               * @minLength 1
               * @maxLength 60
               */
              text: string;
              /** A text header, no media. */
              type: "text";
            };
          };
          /** Recipient, in international format; or, where the number is not known, the id that WhatsApp has given the person. */
          to: string;
          type: "product_list";
        }
      | {
          payload: {
            action: {
              /**
               * The sender's catalog; may be left out.
               * @minLength 1
               * @maxLength 100
               */
              catalog_id?: string;
              /**
               * The first product of the first section is the thumbnail.
               * @maxItems 10
               * @minItems 1
               */
              sections?: {
                /**
                 * @maxItems 30
                 * @minItems 1
                 */
                product_items: {
                  /**
                   * The product's id in the catalog.
                   * @minLength 1
                   * @maxLength 100
                   */
                  product_retailer_id: string;
                }[];
                /**
                 * @minLength 1
                 * @maxLength 24
                 */
                title?: string;
              }[];
            };
            body: {
              /**
               * @minLength 1
               * @maxLength 1024
               */
              text: string;
            };
            footer?: {
              /**
               * @minLength 1
               * @maxLength 60
               */
              text: string;
            };
          };
          /** Recipient, in international format; or, where the number is not known, the id that WhatsApp has given the person. */
          to: string;
          type: "catalog";
        }
    );

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

/** A call with its history. */
export interface WholeCall {
  /** Id of the call: its `campaign_queue_id`. */
  _id: string;
  /** Its attempts, oldest first. */
  attempts: {
    _id: string;
    /** ISO 8601 UTC, such as 2026-11-21T09:00:00.000Z. */
    answered_at: string | null;
    /** In the carrier’s word; null where no detection ran. */
    answered_by: string | null;
    /**
     * From 1; one that was never placed leaves its number to the next.
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
    /** From the answer to the end; 0 where nobody answered. */
    duration_seconds: number | null;
    /** ISO 8601 UTC, such as 2026-11-21T09:00:00.000Z. */
    ended_at: string | null;
    /** Null where nothing failed. */
    error: {
      /** The carrier’s own code, where it gave one. */
      code: string | null;
      /** In plain words. */
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
    /** In plain words. */
    reason: string | null;
  } | null;
  /** Every change of its state, oldest first. */
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
  /** E.164. */
  phone_number: string;
  /** The endpoint: `trigger-call` or `calls`. */
  placed_by: "trigger" | "queue";
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
    /**
     * Among the waiting calls of the campaign; 1 came first.
     * @min 1
     * @max 9007199254740991
     */
    place: number;
    /** What keeps it from being dialed now; the first reason if there are several. */
    reason: "paused" | "hours" | "slot" | "number" | "retry" | "carrier_rate";
    /**
     * Since when it waits.
     * @format date-time
     */
    since: string;
    /** When the reason ends; null where that depends on other calls or on a release. */
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
}

/** The fields that change (RFC 7396). A null returns a field to its default. Lists are replaced as a whole. */
export interface WorkflowPatchInput {
  /** By workflow.schema.json. */
  definition?: Partial<Record<string, any>>;
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
  definition: Partial<Record<string, any>>;
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
    kind: "listen" | "transfer";
    step: string;
  } | null;
}

export namespace Api {
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
      /** JSON object in the style of document databases, such as `{"status":"running"}`. Operators: `$eq` `$ne` `$gt` `$gte` `$lt` `$lte` `$in` `$nin` `$exists` `$type` `$regex` `$options` `$mod` `$not` `$all` `$elemMatch` `$size` `$and` `$or` `$nor`. Fields: `_id`, `campaign_id`, `placed_by`, `phone_number`, `state`, `state_since`, `created_at`, `attempts_count`, `error`, `cancel_requested_at`. */
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
   * @description Its state, why it waits, and all its moves and attempts.
   * @tags Calls
   * @name GetCall
   * @summary Look at one call
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
   * No description
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
        items: Conversation[];
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
      /**
       * Last interaction not before; a date alone counts from its start (UTC).
       * @format date-time
       */
      date_from?: string;
      /**
       * Last interaction not after; a date alone counts to its end (UTC).
       * @format date-time
       */
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
        items: CustomerProfile[];
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
      /** A person of the project. */
      data: CustomerProfile;
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
   * @description A template send without `type`, or a typed message with `type` and `payload`. Scope: `whatsapp:create`.
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
    export type RequestBody = WhatsappSendInput;
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
      /** A source of the project’s knowledge base. */
      data: Source;
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
      /**
       * To, included; a date alone counts to its end (UTC).
       * @format date-time
       */
      end_date?: string;
      /** One project alone. */
      project_id?: string;
      /**
       * From; a date alone counts from its start (UTC).
       * @format date-time
       */
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
      /**
       * To, included; a date alone counts to its end (UTC).
       * @format date-time
       */
      end_date?: string;
      /**
       * From; a date alone counts from its start (UTC).
       * @format date-time
       */
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
   * @summary Look at a link
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
   * @summary Who is signed in
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
   * @description From now on, signing in asks for a code. All your other sessions end.
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
   * @description For programs that act for you. Its value is shown once.
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
   * @description At most 20: what fits exactly comes first. Numbers are looked up from 4 digits on, names from 3 characters.
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
   * @description And today’s conversations beside those of the same weekday before.
   * @tags Projects
   * @name GetToday
   * @summary See what needs a person
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
   * @description Each campaign that has such calls, by name; at most 500.
   * @tags Calls
   * @name GetQueue
   * @summary See what waits and what is under way
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
        /** The worker that was seen last; null: none for a day. */
        worker: {
          host: string;
          /** False: no worker was seen for 30 seconds, so nothing is dialled. */
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
   * @description Those that wait say why.
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
      /** JSON object in the style of document databases, such as `{"status":"running"}`. Operators: `$eq` `$ne` `$gt` `$gte` `$lt` `$lte` `$in` `$nin` `$exists` `$type` `$regex` `$options` `$mod` `$not` `$all` `$elemMatch` `$size` `$and` `$or` `$nor`. Fields: `_id`, `campaign_id`, `placed_by`, `phone_number`, `state`, `state_since`, `created_at`, `attempts_count`, `error`, `cancel_requested_at`, `batch_id`. */
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
   * @summary Look at one call of the project
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
   * @summary See what the carrier reported about a call
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
   * @description By their present state, beside the same 24 hours a week before.
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
   * @summary Look at one file of calls
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
   * @description By line, with what would be right; the first 1,000 faults of a file are kept.
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
   * @description With its transcript, which grows while the conversation goes on.
   * @tags Conversations
   * @name GetConversation
   * @summary Read one conversation
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
   * @description By the rules that decide for calls. Nothing is stored.
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
       * As in the declaration; null: always open.
       * @default null
       */
      calling_hours?: {
        /**
         * @maxItems 1000
         * @default []
         */
        closed_dates?: string[];
        timezone?: string;
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
   * @description Nothing is stored and nobody is called.
   * @tags Campaigns
   * @name PreviewScript
   * @summary See what a script would speak
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
      /**
       * From this instant on; a date is the whole day.
       * @format date-time
       */
      from?: string;
      /**
       * What was changed, such as `campaign`.
       * @minLength 1
       * @maxLength 500
       */
      kind?: string;
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
      /**
       * Until this instant, which is not included; a date is the whole day.
       * @format date-time
       */
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
   * @summary Look at one change
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
   * @description By name.
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
   * @summary Look at one project
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
   * @description By name.
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
   * @summary Look at one voice carrier
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
   * @description By name.
   * @tags Carriers
   * @name ListCallerIds
   * @summary List caller ids
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
   * @summary Make a caller id
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
   * @summary Look at one caller id
   * @request GET:/api/organizations/{organization_id}/projects/{project_id}/caller-ids/{caller_id}
   * @secure
   */
  export namespace GetCallerId {
    export type RequestParams = {
      /** Id of the caller id. */
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
   * @summary Change a caller id
   * @request PATCH:/api/organizations/{organization_id}/projects/{project_id}/caller-ids/{caller_id}
   * @secure
   */
  export namespace UpdateCallerId {
    export type RequestParams = {
      /** Id of the caller id. */
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
   * @description By name.
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
   * @summary Look at one workflow
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
   * @description Newest first. A call follows the revision with which it was dialled.
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
   * @description By name.
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
   * @summary Look at one campaign
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
      /**
       * Calls that were accepted later stay, such as those that a person has not seen yet.
       * @format date-time
       */
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
   * @description For a batch that stopped because its campaign took no more calls, once it takes calls again.
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
   * @tags Installation
   * @name GetHealth
   * @summary How the installation is
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
   * @description For people who have lost their app and their recovery codes. Their sessions end. Only who manages all of their roles may do it.
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
   * @description It is 404 for an organization that is no demo.
   * @tags Demo
   * @name GetDemoCalls
   * @summary Look whether the demo places calls
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
   * @description Makes the organization match the declaration, as `switchboard apply` does: all of it or, at any fault, nothing. Records that it does not name stay. The plan may only be changed by operators; left out, it stays.
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
}

/** What each operation takes and answers. */
export interface Operations {
  acceptLink: { path: never; query: Api.AcceptLink.RequestQuery; body: Api.AcceptLink.RequestBody; answer: Api.AcceptLink.ResponseBody }
  addCallBatch: { path: 'organization_id' | 'project_id' | 'campaign_id'; query: Api.AddCallBatch.RequestQuery; body: Api.AddCallBatch.RequestBody; answer: Api.AddCallBatch.ResponseBody }
  applyDeclaration: { path: 'organization_id'; query: Api.ApplyDeclaration.RequestQuery; body: Api.ApplyDeclaration.RequestBody; answer: Api.ApplyDeclaration.ResponseBody }
  beginSecondFactor: { path: never; query: Api.BeginSecondFactor.RequestQuery; body: Api.BeginSecondFactor.RequestBody; answer: Api.BeginSecondFactor.ResponseBody }
  campaignFigures: { path: 'organization_id' | 'project_id' | 'campaign_id'; query: Api.CampaignFigures.RequestQuery; body: Api.CampaignFigures.RequestBody; answer: Api.CampaignFigures.ResponseBody }
  cancelCall: { path: 'organization_id' | 'project_id' | 'campaign_id' | 'campaign_queue_id'; query: Api.CancelCall.RequestQuery; body: Api.CancelCall.RequestBody; answer: Api.CancelCall.ResponseBody }
  cancelCallBatch: { path: 'organization_id' | 'project_id' | 'campaign_id' | 'batch_id'; query: Api.CancelCallBatch.RequestQuery; body: Api.CancelCallBatch.RequestBody; answer: Api.CancelCallBatch.ResponseBody }
  cancelCrawl: { path: 'organization_id' | 'project_id' | 'source_id'; query: Api.CancelCrawl.RequestQuery; body: Api.CancelCrawl.RequestBody; answer: Api.CancelCrawl.ResponseBody }
  cancelWaitingCalls: { path: 'organization_id' | 'project_id' | 'campaign_id'; query: Api.CancelWaitingCalls.RequestQuery; body: Api.CancelWaitingCalls.RequestBody; answer: Api.CancelWaitingCalls.ResponseBody }
  changePassword: { path: never; query: Api.ChangePassword.RequestQuery; body: Api.ChangePassword.RequestBody; answer: Api.ChangePassword.ResponseBody }
  checkLink: { path: never; query: Api.CheckLink.RequestQuery; body: Api.CheckLink.RequestBody; answer: Api.CheckLink.ResponseBody }
  checkWorkflow: { path: 'organization_id' | 'project_id'; query: Api.CheckWorkflow.RequestQuery; body: Api.CheckWorkflow.RequestBody; answer: Api.CheckWorkflow.ResponseBody }
  confirmPassword: { path: never; query: Api.ConfirmPassword.RequestQuery; body: Api.ConfirmPassword.RequestBody; answer: Api.ConfirmPassword.ResponseBody }
  confirmSecondFactor: { path: never; query: Api.ConfirmSecondFactor.RequestQuery; body: Api.ConfirmSecondFactor.RequestBody; answer: Api.ConfirmSecondFactor.ResponseBody }
  createApiKey: { path: 'organization_id' | 'project_id'; query: Api.CreateApiKey.RequestQuery; body: Api.CreateApiKey.RequestBody; answer: Api.CreateApiKey.ResponseBody }
  createCall: { path: 'organization_id' | 'project_id' | 'campaign_id'; query: Api.CreateCall.RequestQuery; body: Api.CreateCall.RequestBody; answer: Api.CreateCall.ResponseBody }
  createCallerId: { path: 'organization_id' | 'project_id'; query: Api.CreateCallerId.RequestQuery; body: Api.CreateCallerId.RequestBody; answer: Api.CreateCallerId.ResponseBody }
  createCampaign: { path: 'organization_id' | 'project_id'; query: Api.CreateCampaign.RequestQuery; body: Api.CreateCampaign.RequestBody; answer: Api.CreateCampaign.ResponseBody }
  createPersonLink: { path: 'organization_id' | 'user_id'; query: Api.CreatePersonLink.RequestQuery; body: Api.CreatePersonLink.RequestBody; answer: Api.CreatePersonLink.ResponseBody }
  createProject: { path: 'organization_id'; query: Api.CreateProject.RequestQuery; body: Api.CreateProject.RequestBody; answer: Api.CreateProject.ResponseBody }
  createToken: { path: never; query: Api.CreateToken.RequestQuery; body: Api.CreateToken.RequestBody; answer: Api.CreateToken.ResponseBody }
  createVoiceCarrier: { path: 'organization_id' | 'project_id'; query: Api.CreateVoiceCarrier.RequestQuery; body: Api.CreateVoiceCarrier.RequestBody; answer: Api.CreateVoiceCarrier.ResponseBody }
  createWorkflow: { path: 'organization_id' | 'project_id'; query: Api.CreateWorkflow.RequestQuery; body: Api.CreateWorkflow.RequestBody; answer: Api.CreateWorkflow.ResponseBody }
  endPersonSecondFactor: { path: 'organization_id' | 'user_id'; query: Api.EndPersonSecondFactor.RequestQuery; body: Api.EndPersonSecondFactor.RequestBody; answer: Api.EndPersonSecondFactor.ResponseBody }
  endSecondFactor: { path: never; query: Api.EndSecondFactor.RequestQuery; body: Api.EndSecondFactor.RequestBody; answer: Api.EndSecondFactor.ResponseBody }
  endSession: { path: 'session_id'; query: Api.EndSession.RequestQuery; body: Api.EndSession.RequestBody; answer: Api.EndSession.ResponseBody }
  exportCallBatch: { path: 'organization_id' | 'project_id' | 'campaign_id' | 'batch_id'; query: Api.ExportCallBatch.RequestQuery; body: Api.ExportCallBatch.RequestBody; answer: Api.ExportCallBatch.ResponseBody }
  find: { path: 'organization_id'; query: Api.Find.RequestQuery; body: Api.Find.RequestBody; answer: Api.Find.ResponseBody }
  getCall: { path: 'organization_id' | 'project_id' | 'campaign_id' | 'campaign_queue_id'; query: Api.GetCall.RequestQuery; body: Api.GetCall.RequestBody; answer: Api.GetCall.ResponseBody }
  getCallBatch: { path: 'organization_id' | 'project_id' | 'campaign_id' | 'batch_id'; query: Api.GetCallBatch.RequestQuery; body: Api.GetCallBatch.RequestBody; answer: Api.GetCallBatch.ResponseBody }
  getCallerId: { path: 'organization_id' | 'project_id' | 'caller_id'; query: Api.GetCallerId.RequestQuery; body: Api.GetCallerId.RequestBody; answer: Api.GetCallerId.ResponseBody }
  getCampaign: { path: 'organization_id' | 'project_id' | 'campaign_id'; query: Api.GetCampaign.RequestQuery; body: Api.GetCampaign.RequestBody; answer: Api.GetCampaign.ResponseBody }
  getChange: { path: 'organization_id' | 'change_id'; query: Api.GetChange.RequestQuery; body: Api.GetChange.RequestBody; answer: Api.GetChange.ResponseBody }
  getConversation: { path: 'organization_id' | 'project_id' | 'conversation_id'; query: Api.GetConversation.RequestQuery; body: Api.GetConversation.RequestBody; answer: Api.GetConversation.ResponseBody }
  getCustomerProfile: { path: 'organization_id' | 'project_id' | 'customer_profile_id'; query: Api.GetCustomerProfile.RequestQuery; body: Api.GetCustomerProfile.RequestBody; answer: Api.GetCustomerProfile.ResponseBody }
  getDeclaration: { path: 'organization_id'; query: Api.GetDeclaration.RequestQuery; body: Api.GetDeclaration.RequestBody; answer: Api.GetDeclaration.ResponseBody }
  getDemoCalls: { path: 'organization_id'; query: Api.GetDemoCalls.RequestQuery; body: Api.GetDemoCalls.RequestBody; answer: Api.GetDemoCalls.ResponseBody }
  getHealth: { path: never; query: Api.GetHealth.RequestQuery; body: Api.GetHealth.RequestBody; answer: Api.GetHealth.ResponseBody }
  getMe: { path: never; query: Api.GetMe.RequestQuery; body: Api.GetMe.RequestBody; answer: Api.GetMe.ResponseBody }
  getProject: { path: 'organization_id' | 'project_id'; query: Api.GetProject.RequestQuery; body: Api.GetProject.RequestBody; answer: Api.GetProject.ResponseBody }
  getProjectCall: { path: 'organization_id' | 'project_id' | 'campaign_queue_id'; query: Api.GetProjectCall.RequestQuery; body: Api.GetProjectCall.RequestBody; answer: Api.GetProjectCall.ResponseBody }
  getQueue: { path: 'organization_id' | 'project_id'; query: Api.GetQueue.RequestQuery; body: Api.GetQueue.RequestBody; answer: Api.GetQueue.ResponseBody }
  getSource: { path: 'organization_id' | 'project_id' | 'source_id'; query: Api.GetSource.RequestQuery; body: Api.GetSource.RequestBody; answer: Api.GetSource.ResponseBody }
  getToday: { path: 'organization_id' | 'project_id'; query: Api.GetToday.RequestQuery; body: Api.GetToday.RequestBody; answer: Api.GetToday.ResponseBody }
  getVoiceCarrier: { path: 'organization_id' | 'project_id' | 'voice_carrier_id'; query: Api.GetVoiceCarrier.RequestQuery; body: Api.GetVoiceCarrier.RequestBody; answer: Api.GetVoiceCarrier.ResponseBody }
  getWhatsappMessage: { path: 'organization_id' | 'project_id' | 'broadcast_id' | 'message_id'; query: Api.GetWhatsappMessage.RequestQuery; body: Api.GetWhatsappMessage.RequestBody; answer: Api.GetWhatsappMessage.ResponseBody }
  getWorkflow: { path: 'organization_id' | 'project_id' | 'workflow_id'; query: Api.GetWorkflow.RequestQuery; body: Api.GetWorkflow.RequestBody; answer: Api.GetWorkflow.ResponseBody }
  holdCampaign: { path: 'organization_id' | 'project_id' | 'campaign_id'; query: Api.HoldCampaign.RequestQuery; body: Api.HoldCampaign.RequestBody; answer: Api.HoldCampaign.ResponseBody }
  holdProject: { path: 'organization_id' | 'project_id'; query: Api.HoldProject.RequestQuery; body: Api.HoldProject.RequestBody; answer: Api.HoldProject.ResponseBody }
  invitePerson: { path: 'organization_id'; query: Api.InvitePerson.RequestQuery; body: Api.InvitePerson.RequestBody; answer: Api.InvitePerson.ResponseBody }
  listApiKeys: { path: 'organization_id' | 'project_id'; query: Api.ListApiKeys.RequestQuery; body: Api.ListApiKeys.RequestBody; answer: Api.ListApiKeys.ResponseBody }
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
  listOrganizations: { path: never; query: Api.ListOrganizations.RequestQuery; body: Api.ListOrganizations.RequestBody; answer: Api.ListOrganizations.ResponseBody }
  listPeople: { path: 'organization_id'; query: Api.ListPeople.RequestQuery; body: Api.ListPeople.RequestBody; answer: Api.ListPeople.ResponseBody }
  listProjectCalls: { path: 'organization_id' | 'project_id'; query: Api.ListProjectCalls.RequestQuery; body: Api.ListProjectCalls.RequestBody; answer: Api.ListProjectCalls.ResponseBody }
  listProjects: { path: 'organization_id'; query: Api.ListProjects.RequestQuery; body: Api.ListProjects.RequestBody; answer: Api.ListProjects.ResponseBody }
  listSessions: { path: never; query: Api.ListSessions.RequestQuery; body: Api.ListSessions.RequestBody; answer: Api.ListSessions.ResponseBody }
  listSourcePages: { path: 'organization_id' | 'project_id' | 'source_id'; query: Api.ListSourcePages.RequestQuery; body: Api.ListSourcePages.RequestBody; answer: Api.ListSourcePages.ResponseBody }
  listSources: { path: 'organization_id' | 'project_id'; query: Api.ListSources.RequestQuery; body: Api.ListSources.RequestBody; answer: Api.ListSources.ResponseBody }
  listTokens: { path: never; query: Api.ListTokens.RequestQuery; body: Api.ListTokens.RequestBody; answer: Api.ListTokens.ResponseBody }
  listVoiceCarriers: { path: 'organization_id' | 'project_id'; query: Api.ListVoiceCarriers.RequestQuery; body: Api.ListVoiceCarriers.RequestBody; answer: Api.ListVoiceCarriers.ResponseBody }
  listWhatsappMessages: { path: 'organization_id' | 'project_id' | 'broadcast_id'; query: Api.ListWhatsappMessages.RequestQuery; body: Api.ListWhatsappMessages.RequestBody; answer: Api.ListWhatsappMessages.ResponseBody }
  listWorkflowRevisions: { path: 'organization_id' | 'project_id' | 'workflow_id'; query: Api.ListWorkflowRevisions.RequestQuery; body: Api.ListWorkflowRevisions.RequestBody; answer: Api.ListWorkflowRevisions.ResponseBody }
  listWorkflows: { path: 'organization_id' | 'project_id'; query: Api.ListWorkflows.RequestQuery; body: Api.ListWorkflows.RequestBody; answer: Api.ListWorkflows.ResponseBody }
  organizationChatAnalytics: { path: 'organization_id'; query: Api.OrganizationChatAnalytics.RequestQuery; body: Api.OrganizationChatAnalytics.RequestBody; answer: Api.OrganizationChatAnalytics.ResponseBody }
  organizationVoiceAnalytics: { path: 'organization_id'; query: Api.OrganizationVoiceAnalytics.RequestQuery; body: Api.OrganizationVoiceAnalytics.RequestBody; answer: Api.OrganizationVoiceAnalytics.ResponseBody }
  previewHours: { path: 'organization_id' | 'project_id'; query: Api.PreviewHours.RequestQuery; body: Api.PreviewHours.RequestBody; answer: Api.PreviewHours.ResponseBody }
  previewScript: { path: 'organization_id' | 'project_id'; query: Api.PreviewScript.RequestQuery; body: Api.PreviewScript.RequestBody; answer: Api.PreviewScript.ResponseBody }
  projectChatAnalytics: { path: 'organization_id' | 'project_id'; query: Api.ProjectChatAnalytics.RequestQuery; body: Api.ProjectChatAnalytics.RequestBody; answer: Api.ProjectChatAnalytics.ResponseBody }
  projectVoiceAnalytics: { path: 'organization_id' | 'project_id'; query: Api.ProjectVoiceAnalytics.RequestQuery; body: Api.ProjectVoiceAnalytics.RequestBody; answer: Api.ProjectVoiceAnalytics.ResponseBody }
  releaseCampaign: { path: 'organization_id' | 'project_id' | 'campaign_id'; query: Api.ReleaseCampaign.RequestQuery; body: Api.ReleaseCampaign.RequestBody; answer: Api.ReleaseCampaign.ResponseBody }
  releaseProject: { path: 'organization_id' | 'project_id'; query: Api.ReleaseProject.RequestQuery; body: Api.ReleaseProject.RequestBody; answer: Api.ReleaseProject.ResponseBody }
  removePerson: { path: 'organization_id' | 'user_id'; query: Api.RemovePerson.RequestQuery; body: Api.RemovePerson.RequestBody; answer: Api.RemovePerson.ResponseBody }
  renewRecoveryCodes: { path: never; query: Api.RenewRecoveryCodes.RequestQuery; body: Api.RenewRecoveryCodes.RequestBody; answer: Api.RenewRecoveryCodes.ResponseBody }
  resumeCallBatch: { path: 'organization_id' | 'project_id' | 'campaign_id' | 'batch_id'; query: Api.ResumeCallBatch.RequestQuery; body: Api.ResumeCallBatch.RequestBody; answer: Api.ResumeCallBatch.ResponseBody }
  revokeApiKey: { path: 'organization_id' | 'project_id' | 'api_key_id'; query: Api.RevokeApiKey.RequestQuery; body: Api.RevokeApiKey.RequestBody; answer: Api.RevokeApiKey.ResponseBody }
  revokeToken: { path: 'token_id'; query: Api.RevokeToken.RequestQuery; body: Api.RevokeToken.RequestBody; answer: Api.RevokeToken.ResponseBody }
  rotateApiKey: { path: 'organization_id' | 'project_id' | 'api_key_id'; query: Api.RotateApiKey.RequestQuery; body: Api.RotateApiKey.RequestBody; answer: Api.RotateApiKey.ResponseBody }
  runChecks: { path: never; query: Api.RunChecks.RequestQuery; body: Api.RunChecks.RequestBody; answer: Api.RunChecks.ResponseBody }
  searchSources: { path: 'organization_id' | 'project_id'; query: Api.SearchSources.RequestQuery; body: Api.SearchSources.RequestBody; answer: Api.SearchSources.ResponseBody }
  sendWhatsappMessage: { path: 'organization_id' | 'project_id' | 'broadcast_id'; query: Api.SendWhatsappMessage.RequestQuery; body: Api.SendWhatsappMessage.RequestBody; answer: Api.SendWhatsappMessage.ResponseBody }
  setDemoCalls: { path: 'organization_id'; query: Api.SetDemoCalls.RequestQuery; body: Api.SetDemoCalls.RequestBody; answer: Api.SetDemoCalls.ResponseBody }
  signIn: { path: never; query: Api.SignIn.RequestQuery; body: Api.SignIn.RequestBody; answer: Api.SignIn.ResponseBody }
  signOut: { path: never; query: Api.SignOut.RequestQuery; body: Api.SignOut.RequestBody; answer: Api.SignOut.ResponseBody }
  streamHints: { path: 'organization_id'; query: Api.StreamHints.RequestQuery; body: Api.StreamHints.RequestBody; answer: Api.StreamHints.ResponseBody }
  triggerCall: { path: 'organization_id' | 'project_id' | 'campaign_id'; query: Api.TriggerCall.RequestQuery; body: Api.TriggerCall.RequestBody; answer: Api.TriggerCall.ResponseBody }
  tryWorkflow: { path: 'organization_id' | 'project_id'; query: Api.TryWorkflow.RequestQuery; body: Api.TryWorkflow.RequestBody; answer: Api.TryWorkflow.ResponseBody }
  updateCallerId: { path: 'organization_id' | 'project_id' | 'caller_id'; query: Api.UpdateCallerId.RequestQuery; body: Api.UpdateCallerId.RequestBody; answer: Api.UpdateCallerId.ResponseBody }
  updateCampaign: { path: 'organization_id' | 'project_id' | 'campaign_id'; query: Api.UpdateCampaign.RequestQuery; body: Api.UpdateCampaign.RequestBody; answer: Api.UpdateCampaign.ResponseBody }
  updateMe: { path: never; query: Api.UpdateMe.RequestQuery; body: Api.UpdateMe.RequestBody; answer: Api.UpdateMe.ResponseBody }
  updatePerson: { path: 'organization_id' | 'user_id'; query: Api.UpdatePerson.RequestQuery; body: Api.UpdatePerson.RequestBody; answer: Api.UpdatePerson.ResponseBody }
  updateProject: { path: 'organization_id' | 'project_id'; query: Api.UpdateProject.RequestQuery; body: Api.UpdateProject.RequestBody; answer: Api.UpdateProject.ResponseBody }
  updateVoiceCarrier: { path: 'organization_id' | 'project_id' | 'voice_carrier_id'; query: Api.UpdateVoiceCarrier.RequestQuery; body: Api.UpdateVoiceCarrier.RequestBody; answer: Api.UpdateVoiceCarrier.ResponseBody }
  updateWorkflow: { path: 'organization_id' | 'project_id' | 'workflow_id'; query: Api.UpdateWorkflow.RequestQuery; body: Api.UpdateWorkflow.RequestBody; answer: Api.UpdateWorkflow.ResponseBody }
  uploadDomain: { path: 'organization_id' | 'project_id'; query: Api.UploadDomain.RequestQuery; body: Api.UploadDomain.RequestBody; answer: Api.UploadDomain.ResponseBody }
}

/** Method and path of each operation. */
export const operations = {
  acceptLink: ['POST', '/api/links/accept'],
  addCallBatch: ['POST', '/api/organizations/{organization_id}/projects/{project_id}/campaigns/{campaign_id}/call-batches'],
  applyDeclaration: ['POST', '/api/organizations/{organization_id}/declaration'],
  beginSecondFactor: ['POST', '/api/me/second-factor'],
  campaignFigures: ['GET', '/api/organizations/{organization_id}/projects/{project_id}/campaigns/{campaign_id}/figures'],
  cancelCall: ['POST', '/api/organizations/{organization_id}/projects/{project_id}/campaigns/{campaign_id}/calls/{campaign_queue_id}/cancel'],
  cancelCallBatch: ['POST', '/api/organizations/{organization_id}/projects/{project_id}/campaigns/{campaign_id}/call-batches/{batch_id}/cancel'],
  cancelCrawl: ['POST', '/api/organizations/{organization_id}/projects/{project_id}/sources/{source_id}/cancel'],
  cancelWaitingCalls: ['POST', '/api/organizations/{organization_id}/projects/{project_id}/campaigns/{campaign_id}/calls/cancel-waiting'],
  changePassword: ['POST', '/api/me/password'],
  checkLink: ['POST', '/api/links/check'],
  checkWorkflow: ['POST', '/api/organizations/{organization_id}/projects/{project_id}/workflows/check'],
  confirmPassword: ['POST', '/api/me/confirm'],
  confirmSecondFactor: ['POST', '/api/me/second-factor/confirm'],
  createApiKey: ['POST', '/api/organizations/{organization_id}/projects/{project_id}/api-keys'],
  createCall: ['POST', '/api/organizations/{organization_id}/projects/{project_id}/campaigns/{campaign_id}/calls'],
  createCallerId: ['POST', '/api/organizations/{organization_id}/projects/{project_id}/caller-ids'],
  createCampaign: ['POST', '/api/organizations/{organization_id}/projects/{project_id}/campaigns'],
  createPersonLink: ['POST', '/api/organizations/{organization_id}/people/{user_id}/link'],
  createProject: ['POST', '/api/organizations/{organization_id}/projects'],
  createToken: ['POST', '/api/me/tokens'],
  createVoiceCarrier: ['POST', '/api/organizations/{organization_id}/projects/{project_id}/voice-carriers'],
  createWorkflow: ['POST', '/api/organizations/{organization_id}/projects/{project_id}/workflows'],
  endPersonSecondFactor: ['DELETE', '/api/organizations/{organization_id}/people/{user_id}/second-factor'],
  endSecondFactor: ['DELETE', '/api/me/second-factor'],
  endSession: ['DELETE', '/api/me/sessions/{session_id}'],
  exportCallBatch: ['GET', '/api/organizations/{organization_id}/projects/{project_id}/campaigns/{campaign_id}/call-batches/{batch_id}/outcomes'],
  find: ['GET', '/api/organizations/{organization_id}/find'],
  getCall: ['GET', '/api/organizations/{organization_id}/projects/{project_id}/campaigns/{campaign_id}/calls/{campaign_queue_id}'],
  getCallBatch: ['GET', '/api/organizations/{organization_id}/projects/{project_id}/campaigns/{campaign_id}/call-batches/{batch_id}'],
  getCallerId: ['GET', '/api/organizations/{organization_id}/projects/{project_id}/caller-ids/{caller_id}'],
  getCampaign: ['GET', '/api/organizations/{organization_id}/projects/{project_id}/campaigns/{campaign_id}'],
  getChange: ['GET', '/api/organizations/{organization_id}/changes/{change_id}'],
  getConversation: ['GET', '/api/organizations/{organization_id}/projects/{project_id}/conversations/{conversation_id}'],
  getCustomerProfile: ['GET', '/api/organizations/{organization_id}/projects/{project_id}/customer-profiles/{customer_profile_id}'],
  getDeclaration: ['GET', '/api/organizations/{organization_id}/declaration'],
  getDemoCalls: ['GET', '/api/organizations/{organization_id}/demo-calls'],
  getHealth: ['GET', '/api/health'],
  getMe: ['GET', '/api/me'],
  getProject: ['GET', '/api/organizations/{organization_id}/projects/{project_id}'],
  getProjectCall: ['GET', '/api/organizations/{organization_id}/projects/{project_id}/calls/{campaign_queue_id}'],
  getQueue: ['GET', '/api/organizations/{organization_id}/projects/{project_id}/queue'],
  getSource: ['GET', '/api/organizations/{organization_id}/projects/{project_id}/sources/{source_id}'],
  getToday: ['GET', '/api/organizations/{organization_id}/projects/{project_id}/today'],
  getVoiceCarrier: ['GET', '/api/organizations/{organization_id}/projects/{project_id}/voice-carriers/{voice_carrier_id}'],
  getWhatsappMessage: ['GET', '/api/organizations/{organization_id}/projects/{project_id}/broadcasts/{broadcast_id}/messages/{message_id}'],
  getWorkflow: ['GET', '/api/organizations/{organization_id}/projects/{project_id}/workflows/{workflow_id}'],
  holdCampaign: ['POST', '/api/organizations/{organization_id}/projects/{project_id}/campaigns/{campaign_id}/hold'],
  holdProject: ['POST', '/api/organizations/{organization_id}/projects/{project_id}/hold'],
  invitePerson: ['POST', '/api/organizations/{organization_id}/people'],
  listApiKeys: ['GET', '/api/organizations/{organization_id}/projects/{project_id}/api-keys'],
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
  listOrganizations: ['GET', '/api/organizations'],
  listPeople: ['GET', '/api/organizations/{organization_id}/people'],
  listProjectCalls: ['GET', '/api/organizations/{organization_id}/projects/{project_id}/calls'],
  listProjects: ['GET', '/api/organizations/{organization_id}/projects'],
  listSessions: ['GET', '/api/me/sessions'],
  listSourcePages: ['GET', '/api/organizations/{organization_id}/projects/{project_id}/sources/{source_id}/pages'],
  listSources: ['GET', '/api/organizations/{organization_id}/projects/{project_id}/sources'],
  listTokens: ['GET', '/api/me/tokens'],
  listVoiceCarriers: ['GET', '/api/organizations/{organization_id}/projects/{project_id}/voice-carriers'],
  listWhatsappMessages: ['GET', '/api/organizations/{organization_id}/projects/{project_id}/broadcasts/{broadcast_id}/messages'],
  listWorkflowRevisions: ['GET', '/api/organizations/{organization_id}/projects/{project_id}/workflows/{workflow_id}/revisions'],
  listWorkflows: ['GET', '/api/organizations/{organization_id}/projects/{project_id}/workflows'],
  organizationChatAnalytics: ['GET', '/api/organizations/{organization_id}/analytics'],
  organizationVoiceAnalytics: ['GET', '/api/organizations/{organization_id}/conversation-analytics'],
  previewHours: ['POST', '/api/organizations/{organization_id}/projects/{project_id}/calling-hours/preview'],
  previewScript: ['POST', '/api/organizations/{organization_id}/projects/{project_id}/scripts/preview'],
  projectChatAnalytics: ['GET', '/api/organizations/{organization_id}/projects/{project_id}/analytics'],
  projectVoiceAnalytics: ['GET', '/api/organizations/{organization_id}/projects/{project_id}/conversation-analytics'],
  releaseCampaign: ['POST', '/api/organizations/{organization_id}/projects/{project_id}/campaigns/{campaign_id}/release'],
  releaseProject: ['POST', '/api/organizations/{organization_id}/projects/{project_id}/release'],
  removePerson: ['DELETE', '/api/organizations/{organization_id}/people/{user_id}'],
  renewRecoveryCodes: ['POST', '/api/me/second-factor/recovery-codes'],
  resumeCallBatch: ['POST', '/api/organizations/{organization_id}/projects/{project_id}/campaigns/{campaign_id}/call-batches/{batch_id}/resume'],
  revokeApiKey: ['POST', '/api/organizations/{organization_id}/projects/{project_id}/api-keys/{api_key_id}/revoke'],
  revokeToken: ['DELETE', '/api/me/tokens/{token_id}'],
  rotateApiKey: ['POST', '/api/organizations/{organization_id}/projects/{project_id}/api-keys/{api_key_id}/rotate'],
  runChecks: ['POST', '/api/health/checks'],
  searchSources: ['GET', '/api/organizations/{organization_id}/projects/{project_id}/sources/search'],
  sendWhatsappMessage: ['POST', '/api/organizations/{organization_id}/projects/{project_id}/broadcasts/{broadcast_id}/messages'],
  setDemoCalls: ['PUT', '/api/organizations/{organization_id}/demo-calls'],
  signIn: ['POST', '/api/sign-in'],
  signOut: ['POST', '/api/sign-out'],
  streamHints: ['GET', '/api/organizations/{organization_id}/events'],
  triggerCall: ['POST', '/api/organizations/{organization_id}/projects/{project_id}/campaigns/{campaign_id}/trigger-call'],
  tryWorkflow: ['POST', '/api/organizations/{organization_id}/projects/{project_id}/workflows/try'],
  updateCallerId: ['PATCH', '/api/organizations/{organization_id}/projects/{project_id}/caller-ids/{caller_id}'],
  updateCampaign: ['PATCH', '/api/organizations/{organization_id}/projects/{project_id}/campaigns/{campaign_id}'],
  updateMe: ['PATCH', '/api/me'],
  updatePerson: ['PATCH', '/api/organizations/{organization_id}/people/{user_id}'],
  updateProject: ['PATCH', '/api/organizations/{organization_id}/projects/{project_id}'],
  updateVoiceCarrier: ['PATCH', '/api/organizations/{organization_id}/projects/{project_id}/voice-carriers/{voice_carrier_id}'],
  updateWorkflow: ['PATCH', '/api/organizations/{organization_id}/projects/{project_id}/workflows/{workflow_id}'],
  uploadDomain: ['POST', '/api/organizations/{organization_id}/projects/{project_id}/sources/domains'],
} as const
