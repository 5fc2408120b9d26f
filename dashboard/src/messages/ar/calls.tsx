import type { ReactNode } from 'react'

const ordinals = [
  'الأولى',
  'الثانية',
  'الثالثة',
  'الرابعة',
  'الخامسة',
  'السادسة',
  'السابعة',
  'الثامنة',
  'التاسعة',
  'العاشرة',
]

/** "الأولى", "الثانية": of attempts, which are feminine. */
function ordinal(count: number): string {
  return ordinals[count - 1] ?? `رقم ${count}`
}

/** What is said of a call wherever it stands. */
export const calls = {
  ordinal,
  states: {
    waiting: 'في الانتظار',
    dialling: 'جارٍ الاتصال',
    unresolved: 'غير معروفة بعد',
    ringing: 'يرنّ',
    live: 'يتحدّث',
    completed: 'مكتملة',
    voicemail: 'بريد صوتي',
    no_answer: 'لا رد',
    busy: 'مشغول',
    failed: 'فاشلة',
    canceled: 'ملغاة',
    expired: 'منتهية المهلة',
    never_placed: 'لم تُجرَ',
    initiated: 'جارٍ الاتصال',
  } as Record<string, string>,
  calledIn: 'اتصل بنا',
  speaking: (since: ReactNode) => <>يتحدّث منذ {since}</>,
  rings: (since: ReactNode) => <>يرنّ منذ {since}</>,
  dialled: (at: ReactNode) => <>جرى الاتصال في {at}، ولم تجب شركة الاتصالات بعد</>,
  unresolved: (since: ReactNode) => (
    <>لا يُعرف منذ {since} هل قبلت شركة الاتصالات المكالمة. يستمر سؤالها حتى تجيب</>
  ),
  attempt: (number: number) => `، المحاولة ${ordinal(number)}`,
  waitsFor: {
    paused: 'تنتظر استئناف حملتها',
    hours: 'خارج ساعات الاتصال',
    slot: 'تنتظر خطًا متاحًا',
    number: 'تنتظر انتهاء المكالمة الأخرى مع هذا الرقم',
    retry: 'تُعاد المحاولة',
    carrier_rate: 'تنتظر حتى تقبل شركة الاتصالات مكالمات أخرى',
    guard: 'تنتظر بسبب حد حماية',
  } as Record<string, string>,
  guards: {
    country: 'الدول',
    number_type: 'أنواع الأرقام',
    rate: 'الأسعار',
    dials_a_day: 'المكالمات في اليوم',
    minutes_a_day: 'الدقائق في اليوم',
    spend_a_day: 'الإنفاق في اليوم',
    number_dials_a_day: 'مكالمات الرقم في اليوم',
    number_dials_a_week: 'مكالمات الرقم أسبوعيًا',
    block_dials_an_hour: 'مكالمات أرقام متجاورة',
  } as Record<string, string>,
  place: (place: number, total: ReactNode) => (
    <>
      ،{' '}
      <b>
        رقم {place} من {total}
      </b>
    </>
  ),
  inLine: (place: number) => (
    <>
      ، <b>رقم {place} في قائمة الانتظار</b>
    </>
  ),
  since: (at: ReactNode) => <>، منذ {at}</>,
  until: (at: ReactNode) => (
    <>
      ، حتى <b>{at}</b>
    </>
  ),
  firstDial: (at: ReactNode, duration: ReactNode) => (
    <>
      . أول اتصال <b>{at}</b>، بعد {duration}
    </>
  ),
  triesAgain: (at: ReactNode) => (
    <>
      تُعاد المحاولة في <b>{at}</b>
    </>
  ),
  retryWhy: (outcome: string, at: ReactNode, number: number) => (
    <>
      : {outcome} في {at} (المحاولة {ordinal(number)})
    </>
  ),
  noWorker: (place: ReactNode, since: ReactNode) => (
    <>
      تنتظر عامل معالجة{place}، منذ {since}
    </>
  ),
  forRelease: (place: ReactNode, since: ReactNode) => (
    <>
      تنتظر استئناف الخدمة{place}، منذ {since}
    </>
  ),
  releaseAdvice: 'الخدمة كلها موقوفة. يستأنفها مشغّل النظام.',
  workerAdvice: 'لا يعمل أي عامل معالجة. يشغّل مشغّل النظام عاملًا.',
  cancelButton: 'إلغاء المكالمة…',
  cancelUnderWay: 'تُنهى لدى شركة الاتصالات حتى أثناء التحدّث، ولا يُعاد الاتصال.',
  advice: {
    paused: 'يستأنفها من يملك صلاحية تعديل الحملة، في صفحتها أو في صفحة «مباشر».',
    hours: 'لا يلزم شيء. تحدد ذلك ساعات الاتصال في الحملة.',
    slot: 'تبدأ تلقائيًا. زيادة خطوط الحملة تعجّل بها.',
    number: 'لا يُتصل بالرقم الواحد أكثر من مرة في آن واحد. تبدأ تلقائيًا عند انتهاء المكالمة الأخرى.',
    retry: 'تبدأ تلقائيًا. الإلغاء يتخلى عنها.',
    carrier_rate: 'تبدأ تلقائيًا. يُضبط حد المكالمات في الثانية في «شركات الاتصالات».',
    guard: 'تبدأ تلقائيًا، أو يوسّع المالك الحد في «حدود الحماية».',
  } as Record<string, string>,
  beyondDayAdvice:
    'لا تُجرى في أي يوم: قد تدوم أو تكلّف أكثر مما تسمح به حدود الحماية في يوم كامل. يوسّعها المالك في «حدود الحماية».',
}
