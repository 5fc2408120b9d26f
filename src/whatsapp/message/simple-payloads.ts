import { z } from 'zod'
import { PublicLink } from './public-link.ts'
import { optionalTextUpTo, textUpTo } from './text.ts'

const captionCharactersMax = 1_024
/** Meta publishes no bound for these. Every text has one here. */
const filenameCharactersMax = 255
const placeCharactersMax = 1_000

export const TextPayload = z.strictObject(
  {
    body: textUpTo(4_096).describe('The text.'),
    preview_url: z
      .boolean('must be true or false')
      .default(true)
      .describe('Show a preview of the first URL in the text.'),
  },
  'must be an object',
)

/** Returns the schema of a media message. It accepts both names of the link, `link` and `url`. */
function mediaPayload<Shape extends z.core.$ZodShape>(shape: Shape) {
  const media = {
    link: PublicLink.optional().describe(
      'Public HTTPS URL, fetched by the provider. Required without `url`.',
    ),
    url: PublicLink.optional().describe('The same as `link`.'),
  }
  return z
    .strictObject({ ...media, ...shape }, 'must be an object')
    .superRefine((payload: { link?: unknown; url?: unknown }, context) => {
      const { link, url } = payload
      if (link === undefined && url === undefined)
        context.addIssue({ code: 'custom', path: ['link'], message: 'a link or url is required' })
      if (link !== undefined && url !== undefined && link !== url)
        context.addIssue({ code: 'custom', path: ['url'], message: 'must be the same as link, or left out' })
    })
}

const caption = optionalTextUpTo(captionCharactersMax).describe('Shown below.')

export const CaptionedMediaPayload = mediaPayload({ caption })

export const MediaPayload = mediaPayload({})

export const DocumentPayload = mediaPayload({
  filename: optionalTextUpTo(filenameCharactersMax).describe('Name that the recipient sees.'),
  caption,
})

function degrees(max: number) {
  const message = `must be between -${max} and ${max}`
  return z.number('must be a number').min(-max, message).max(max, message)
}

export const LocationPayload = z.strictObject(
  {
    latitude: degrees(90),
    longitude: degrees(180),
    name: optionalTextUpTo(placeCharactersMax),
    address: optionalTextUpTo(placeCharactersMax),
  },
  'must be an object',
)

export const ReactionPayload = z.strictObject(
  {
    message_id: z
      .string('must be a string')
      .regex(/^wamid\.[\x21-\x7e]{1,122}$/, "must be the provider's id of the message, such as wamid.HBgL…")
      .describe('Provider id of the message reacted to.'),
    emoji: z
      .string('must be a string')
      .refine(isReaction, 'must be one emoji, or empty to take the reaction back')
      .describe('One emoji; empty: takes the reaction back.'),
  },
  'must be an object',
)

const characters = new Intl.Segmenter('en', { granularity: 'grapheme' })

/**
 * Returns whether the text is empty or one emoji. An emoji may have several code points, such as a flag or a family.
 */
function isReaction(text: string): boolean {
  if (text === '') return true
  if (text.length > 64 || [...characters.segment(text)].length !== 1) return false
  return /\p{Extended_Pictographic}|\p{Regional_Indicator}|\u20e3/u.test(text)
}
