import type { ReactNode } from 'react'
import { plural } from '../plural.ts'

/** The forms of a noun beside a number. One and two of it need no number of their own. */
export interface Noun {
  one: string
  two: string
  /** Two of it after a preposition or as an object. */
  twoOf: string
  few: string
  many: string
  other: string
}

const feminine = (noun: string, few: string): Noun => {
  const stem = noun.replace(/ة$/, 'ت')
  return {
    one: `${noun} واحدة`,
    two: `${stem}ان`,
    twoOf: `${stem}ين`,
    few,
    many: noun,
    other: noun,
  }
}
const masculine = (noun: string, few: string, many = `${noun}ًا`): Noun => ({
  one: `${noun} واحد`,
  two: `${noun}ان`,
  twoOf: `${noun}ين`,
  few,
  many,
  other: noun,
})

export const nouns = {
  account: masculine('حساب', 'حسابات'),
  attempt: feminine('محاولة', 'محاولات'),
  call: feminine('مكالمة', 'مكالمات'),
  campaign: feminine('حملة', 'حملات'),
  change: masculine('تغيير', 'تغييرات'),
  chat: feminine('دردشة', 'دردشات'),
  conversation: feminine('محادثة', 'محادثات'),
  broadcast: {
    one: 'بث واحد',
    two: 'عمليتا بث',
    twoOf: 'عمليتي بث',
    few: 'عمليات بث',
    many: 'عملية بث',
    other: 'عملية بث',
  },
  day: masculine('يوم', 'أيام'),
  difference: masculine('فرق', 'فروق'),
  fault: { ...masculine('خطأ', 'أخطاء', 'خطأً'), two: 'خطآن', twoOf: 'خطأين' },
  field: masculine('حقل', 'حقول'),
  issue: masculine('أمر', 'أمور'),
  message: feminine('رسالة', 'رسائل'),
  page: feminine('صفحة', 'صفحات'),
  passage: masculine('مقطع', 'مقاطع'),
  person: masculine('شخص', 'أشخاص'),
  project: masculine('مشروع', 'مشاريع'),
  record: masculine('سجل', 'سجلات'),
  recoveryCode: {
    one: 'رمز استرداد واحد',
    two: 'رمزا استرداد',
    twoOf: 'رمزي استرداد',
    few: 'رموز استرداد',
    many: 'رمز استرداد',
    other: 'رمز استرداد',
  },
  row: masculine('صف', 'صفوف'),
  sender: {
    one: 'رقم إرسال واحد',
    two: 'رقما إرسال',
    twoOf: 'رقمي إرسال',
    few: 'أرقام إرسال',
    many: 'رقم إرسال',
    other: 'رقم إرسال',
  },
  sitemap: {
    one: 'خريطة موقع واحدة',
    two: 'خريطتا موقع',
    twoOf: 'خريطتي موقع',
    few: 'خرائط موقع',
    many: 'خريطة موقع',
    other: 'خريطة موقع',
  },
  slot: masculine('خط', 'خطوط'),
  source: masculine('مصدر', 'مصادر'),
  step: feminine('خطوة', 'خطوات'),
  template: masculine('قالب', 'قوالب'),
  ticket: feminine('تذكرة', 'تذاكر'),
  url: masculine('عنوان', 'عناوين'),
  variable: masculine('متغيّر', 'متغيّرات'),
} satisfies Record<string, Noun>

/** "مكالمة واحدة", "مكالمتان", "3 مكالمات", "11 مكالمة"; `of`: after a preposition or as an object. */
export function counted(
  shown: string,
  count: number,
  noun: Noun,
  role: 'subject' | 'of' = 'subject',
): string {
  return plural(count, 'ar', {
    zero: `${shown} ${noun.other}`,
    one: noun.one,
    two: role === 'of' ? noun.twoOf : noun.two,
    few: `${shown} ${noun.few}`,
    many: `${shown} ${noun.many}`,
    other: `${shown} ${noun.other}`,
  })
}

/** The same where the number is a node. */
export function countedNode(
  shown: ReactNode,
  count: number,
  noun: Noun,
  role: 'subject' | 'of' = 'subject',
): ReactNode {
  const alone = plural(count, 'ar', {
    one: noun.one,
    two: role === 'of' ? noun.twoOf : noun.two,
    other: '',
  })
  if (alone !== '') return alone
  const form = plural(count, 'ar', {
    zero: noun.other,
    few: noun.few,
    many: noun.many,
    other: noun.other,
  })
  return (
    <>
      {shown} {form}
    </>
  )
}

/** Returns the number that stands in a text such as "4,812". */
export function numberIn(shown: string): number {
  return Number(shown.replaceAll(/\D/g, ''))
}
