import { sql } from '../../src/db/sql.ts'
import type { Sql } from '../../src/db/sql.ts'

// The people of a history are numbered, and their data follows from their number.

export function profileIdOf(projectId: string, person: Sql): Sql {
  return sql`md5(${projectId}::text || ${person})::uuid`
}

/** A number in E.164; consecutive people do not have consecutive numbers. */
export function phoneNumberOf(person: Sql): Sql {
  return sql`'+1' || (array['212', '213', '214', '312', '313', '404', '415', '512', '602', '617', '702', '713', '718',
    '808', '816', '901'])[${person} % 16 + 1] || (2000000 + ${person}::bigint / 16 * 104729 % 7999993)::text`
}

/** 400 first names, the common ones first. */
export const firstNames = pairs(
  'Mar Jo An El Ka Da Lu Ro Sa Ti Ni Ha Be Vi Ga Pe Fe Ol Is Em',
  'a ia na ela ika us in ek ario ette ine ard bert mund ric line wen dora van lie',
)
/** 600 last names, all equally common. */
export const lastNames = pairs(
  'Berg Stein Wald Lind Hart Brand Feld Gold Grim Hol Kauf Lang Mor Neu Ost Rosen Schwar Sol Strau Tal Vogel Wein Wer Wolf Zim',
  'er mann sen son ski ov ek ich ton ley ford well worth man ham burg dahl gren qvist berg field by wood stone',
)

function pairs(starts: string, ends: string): string[] {
  return starts.split(' ').flatMap((start) => ends.split(' ').map((end) => start + end))
}
