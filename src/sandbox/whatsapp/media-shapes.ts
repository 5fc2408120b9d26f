import { z } from 'zod'

/** Returns the shape of a text that is not empty and has at most this length. */
export function textUpTo(length: number) {
  return z.string().min(1).max(length)
}

/** Returns the shape of media: either an id or an HTTPS address, and the other parts of the type. */
export function mediaShape<Parts extends z.ZodRawShape>(parts: Parts) {
  return z
    .strictObject({
      id: textUpTo(200).optional(),
      link: z
        .url({ protocol: /^https$/ })
        .max(2000)
        .optional(),
      ...parts,
    })
    .superRefine((media: { id?: unknown; link?: unknown }, context) => {
      const given = [media.id, media.link].filter((value) => value !== undefined)
      if (given.length === 1) return
      context.addIssue({
        code: 'custom',
        message: 'give either id or link',
        params: { missing: given.length === 0 },
      })
    })
}
