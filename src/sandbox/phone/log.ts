import type { FieldsByName } from '../network/form.ts'
import type { LogEntryOf, NetworkLog } from '../network/network-log.ts'
import type { LegAddresses } from './leg.ts'

/** Why the network sent a request of its own. */
export type CallbackPurpose = 'status' | 'instructions' | 'machine_detection'

/** An event of a leg. From `placed` on the call exists; with `dialled` it leaves the queue. */
export type LegEvent = 'placed' | 'dialled' | 'ringing' | 'answered' | 'machine_detected' | 'ended'

/** The content of a log entry, by kind. `LogEntry.at` has its time. Tokens and passwords never appear. */
export type PhoneFacts =
  /** A request arrived. `path` is without the query; `params` holds query and form fields together. */
  | { kind: 'request'; request_id: number; method: string; path: string; params: FieldsByName }
  /**
   * The request was answered. `status` is the intended status. `delivery` says how much of the answer was sent: a fault
   * may send only a part, send it slowly, or send nothing.
   */
  | {
      kind: 'answer'
      request_id: number
      status: number
      delivery: 'whole' | 'partial' | 'none'
      call_sid: string | null
      code: number | null
      fault: string | null
    }
  /** A fault reset a connection before its request was complete. */
  | { kind: 'connection_cut'; received_bytes: number }
  /** The network sent a request. */
  | {
      kind: 'callback'
      callback_id: number
      call_sid: string
      purpose: CallbackPurpose
      method: 'GET' | 'POST'
      url: string
      params: FieldsByName
      /** From 1; a second one only after a failure to connect, unless the address's fragment asks for more. */
      attempt: number
      forged: boolean
    }
  /** The callback was answered (`status`), or failed (`failure`: the stage and the system's error code). */
  | {
      kind: 'callback_answer'
      callback_id: number
      call_sid: string
      status: number | null
      failure: string | null
      duration_ms: number
    }
  /** An event of a leg. `status` is the call's status after it. */
  | ({
      kind: 'leg'
      event: LegEvent
      call_sid: string
      account_sid: string
      parent_call_sid: string | null
      from: string
      to: string
      status: string
      ended_by: string | null
      answered_by: string | null
    } & LegAddresses)
  /** A verb of the instructions was carried out; `detail` is its text, length, digits or address. */
  | { kind: 'step'; call_sid: string; verb: string; detail: string }
  /** An action of the called person. */
  | { kind: 'person'; call_sid: string; did: string }
  /** A handshake of a relay session; `failure` is the reason if the service did not accept it. */
  | {
      kind: 'relay_handshake'
      call_sid: string
      session_sid: string
      url: string
      forged: boolean
      failure: string | null
    }
  /** A message of a relay session, by the network's side. */
  | {
      kind: 'relay_message'
      call_sid: string
      session_sid: string
      direction: 'sent' | 'received'
      text: string
    }
  /** An error or warning as Twilio's debugger would show it, with Twilio's code. */
  | { kind: 'notice'; call_sid: string; code: number; message: string }

/** An entry of the phone network's log. */
export type LogEntry = LogEntryOf<PhoneFacts>
export type PhoneLog = NetworkLog<PhoneFacts>
