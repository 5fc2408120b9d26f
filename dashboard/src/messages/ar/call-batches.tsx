import type { ReactNode } from 'react'
import { counted, countedNode, nouns } from './count.tsx'

/** The tab "From a file" of a campaign. */
export const callBatches = {
  tab: 'من ملف',
  give: 'الاتصال بأشخاص من ملف',
  giveLead:
    'ملف CSV يسمّي سطره الأول الأعمدة، وأحدها phone_number، أو ملف NDJSON. كل عمود آخر قيمة يمكن للحملة نطقها.',
  drop: 'أفلت ملف CSV أو NDJSON هنا، أو',
  dropLabel: 'ملف مكالمات',
  pick: 'اختيار ملف',
  bounds: '100,000 صف و32 ميغابايت على الأكثر. لا يُتصل بأحد قبل أن ترى ما سيحدث.',
  checking: (name: ReactNode) => <>جارٍ فحص {name}…</>,
  another: 'ملف آخر',
  would: (shown: ReactNode, count: number) => (
    <>ستُضاف إلى قائمة الانتظار: {countedNode(<b>{shown}</b>, count, nouns.call)}</>
  ),
  wouldNone: 'لن يصبح أي صف من هذا الملف مكالمة',
  ofRows: (name: ReactNode, all: string, count: number) => (
    <>
      {name}: {counted(all, count, nouns.row)}.
    </>
  ),
  summary: 'ما سيحدث',
  first: 'المكالمة الأولى',
  last: 'المكالمة الأخيرة',
  hours: 'ساعات الاتصال الآن',
  hoursOpen: 'مفتوحة',
  hoursAlways: 'مفتوحة دائمًا',
  hoursOpenUntil: (at: ReactNode) => <>مفتوحة حتى {at}</>,
  hoursClosed: (at: ReactNode) => <>مغلقة، تُفتح {at}</>,
  never: 'ليس قبل انتهاء الحملة',
  assumes: 'على افتراض',
  assumption: (slots: string, seconds: string, before: string, source: 'latest_calls' | 'assumption') =>
    `عدد المكالمات المتزامنة ${slots}، ومدة المكالمة ${seconds} ث (${source === 'assumption' ? 'لم تنتهِ أي مكالمة في هذه الحملة بعد' : 'كأحدث مكالماتها'})، وعدد المكالمات المنتظرة التي تسبقها ${before}، دون إعادة الاتصال بأحد.`,
  tooLate: (shown: string, count: number) =>
    `لن يحين دورها قبل انتهاء الحملة: ${counted(shown, count, nouns.call)}.`,
  paused: 'الحملة موقوفة مؤقتًا: تنتظر المكالمات حتى استئنافها.',
  refused: (message: ReactNode) => <>لا تقبل الحملة مكالمات الآن: {message}.</>,
  earlier: 'قُدّم هذا الملف من قبل. لا تضفه إلى قائمة الانتظار إلا إذا أردت الاتصال بأشخاصه مرة أخرى.',
  toEarlier: 'ما آل إليه',
  leftOut: 'المستبعَد',
  leftOutNone: 'يصبح كل صف مكالمة.',
  kinds: {
    invalid: 'تتعذر قراءته، أو فيه قيمة غير مسموح بها',
    number: 'ليس فيه رقم يمكن الاتصال به',
    do_not_call: 'رقمه في قائمة عدم الاتصال',
    repeated: 'رقمه مكرر من صف سابق',
    waiting: 'لرقمه مكالمة منتظرة أو جارية',
    incomplete: 'تنقصه قيمة تنطقها الحملة',
  },
  kind: 'الصف',
  count: 'الصفوف',
  include: {
    repeated: (shown: string, count: number) =>
      `إضافة الصفوف التي ورد رقمها في صف سابق أيضًا (${counted(shown, count, nouns.row)})`,
    waiting: (shown: string, count: number) =>
      `إضافة الصفوف التي لرقمها مكالمة منتظرة أو جارية أيضًا (${counted(shown, count, nouns.row)})`,
    incomplete: (shown: string, count: number) =>
      `إضافة الصفوف التي تنقصها قيمة أيضًا (${counted(shown, count, nouns.row)})؛ وتُترك القيمة عند النطق`,
  },
  faultsTitle: 'الأخطاء حسب السطر',
  faultsShown: (shown: string, all: string) => `أول ${shown} من أصل ${all} من الأخطاء.`,
  faultsKept: (kept: string, all: string) => `لا يُحفظ سوى أول ${kept} من أصل ${all} من الأخطاء.`,
  line: 'السطر',
  field: 'القيمة',
  wholeRow: 'الصف',
  fault: 'الخطأ',
  queue: (shown: string, count: number) =>
    count === 1
      ? 'إضافة هذه المكالمة إلى قائمة الانتظار'
      : `إضافة ${counted(shown, count, nouns.call, 'of')} إلى قائمة الانتظار`,
  queueAgain: (shown: string, count: number) => `إضافة ${counted(shown, count, nouns.call, 'of')} مرة أخرى`,
  queued: (shown: string, count: number) =>
    `تجري الإضافة إلى قائمة الانتظار: ${counted(shown, count, nouns.call)}.`,
  listTitle: 'الملفات',
  none: 'لم يُقدَّم أي ملف لهذه الحملة.',
  noneNext: 'يُفحص الملف كاملًا أولًا: الأخطاء حسب السطر، والأرقام المكررة، والأرقام المنتظرة أصلًا.',
  name: 'الملف',
  unnamed: 'بلا اسم',
  state: 'الحالة',
  states: {
    queueing: 'تجري إضافته',
    queued: 'أُضيف',
    stopped: 'متوقف',
    canceling: 'يجري إلغاؤه',
    canceled: 'ملغى',
  },
  by: (name: ReactNode) => <>بواسطة {name}</>,
  acceptedOf: (accepted: string, all: string) => `${accepted} من ${all}`,
  calls: 'مكالمات الصفوف',
  given: 'قُدّم',
  back: 'كل الملفات',
  progress: 'أُضيف إلى قائمة الانتظار',
  progressOf: (done: string, all: string) => `${done} من ${all}`,
  notQueued: (shown: string, count: number) => `لم يصبح مكالمة: ${counted(shown, count, nouns.row)}.`,
  outcomes: 'ما آلت إليه',
  outcome: 'النتيجة',
  share: 'النسبة',
  noOutcome: 'لم يصبح أي صف مكالمة بعد.',
  noOutcomeNext: 'يضيفها عامل معالجة إلى قائمة الانتظار؛ وتتابع هذه الصفحة ذلك.',
  toCalls: 'عرض المكالمات',
  export: 'تصدير النتائج',
  cancel: 'إلغاء المنتظر…',
  cancelOver: 'لم يعد شيء من هذا الملف في الانتظار.',
  cancelTitle: (name: string) => `هل تريد إلغاء المنتظر من ${name}؟`,
  cancelBody:
    'الصفوف التي لم تصبح مكالمات لن تصبحها، وتُلغى المكالمات المنتظرة. أما المكالمات الجارية فتستمر ولا تُعاد.',
  cancelAction: 'إلغاء المنتظر',
  keep: 'إبقاؤها',
  canceled: 'يجري إلغاء المنتظر.',
  stopped: 'متوقف: لم تعد الحملة تقبل مكالمات.',
  stoppedNext: 'عندما تقبل المكالمات مجددًا، يمكن إضافة الصفوف المتبقية إلى قائمة الانتظار.',
  resume: 'متابعة',
  resumed: 'تجري إضافة الصفوف المتبقية إلى قائمة الانتظار.',
  faultsCount: (shown: string, count: number) => counted(shown, count, nouns.fault),
  idName: 'batch_id',
  format: 'الصيغة',
}
