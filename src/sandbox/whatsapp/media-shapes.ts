import { z } from 'zod'

/** A text that is there, of so many characters at most. */
export function textUpTo(length: number) {
  return z.string().min(1).max(length)
}

/** Media by id or by a public HTTPS address, one of the two, with whatever else the type has. */
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
