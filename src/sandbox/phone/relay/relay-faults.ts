import { z } from 'zod'

const frames = z.number().int().min(0).max(100_000).default(1)

/** A fault of one ConversationRelay session. Milliseconds are real time, whatever the speed. */
export const RelayFault = z.discriminatedUnion('kind', [
  /** The websocket is not connected (64102). */
  z.strictObject({ kind: z.literal('refuse') }),
  /** The connection is lost once the network has sent this many messages (64105). */
  z.strictObject({ kind: z.literal('drop'), after_frames: frames }),
  /** The provider of transcription can't be reached any more once the network has sent this many messages (64114). */
  z.strictObject({ kind: z.literal('speech_provider'), after_frames: frames }),
  /** Once the network has sent this many messages, it sends, reads and answers nothing, until the service closes. */
  z.strictObject({ kind: z.literal('stall'), after_frames: frames }),
  /** A handshake that is signed with a wrong token goes first. */
  z.strictObject({ kind: z.literal('forge') }),
  /** The same signed handshake and `setup` come once more, over a second socket, which stays open. */
  z.strictObject({ kind: z.literal('replay') }),
  /** `setup` is sent twice over one socket. */
  z.strictObject({ kind: z.literal('duplicate_setup') }),
  /** `durationUntilInterruptMs` is text, as in older sessions. */
  z.strictObject({ kind: z.literal('text_numbers') }),
  /** Messages and infos of unknown types go along with `setup` and each prompt. */
  z.strictObject({ kind: z.literal('unknown_frame') }),
  /** Every prompt comes this much later. */
  z.strictObject({ kind: z.literal('late_prompt'), ms: z.number().int().min(0).max(600_000).default(3000) }),
])
export type RelayFault = z.infer<typeof RelayFault>
