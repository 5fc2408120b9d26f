import { plural } from '../plural.ts'

/** The form of a webhook endpoint. */
export const webhookForm = {
  newTitle: 'نقطة نهاية webhooks جديدة',
  newLead: 'يُعرض سرّها مرة واحدة بعد إنشائها.',
  newCrumb: 'جديدة',
  editCrumb: 'تعديل',
  create: 'إنشاء نقطة النهاية',
  saved: 'حُفظت نقطة النهاية.',
  receiver: 'خادمك',
  fields: {
    name: 'الاسم',
    url: 'العنوان',
    types: 'الأحداث',
    content: 'المحتوى',
    order: 'الترتيب',
    rate_per_second: 'أقصى عدد تسليمات في الثانية',
  } as Record<string, string>,
  nameHint: 'ما الذي يستقبلها، مثل «CRM، الإنتاج».',
  urlHint: 'عنوان https. تصله طلبات POST، وأمامه 15 ثانية للرد بـ 2xx.',
  which: 'الأحداث',
  whichLead: 'النوع الكامل يشمل أيضًا ما تضيفه الإصدارات اللاحقة، بعد حفظ نقطة النهاية من جديد.',
  all: 'كل الأحداث',
  allOf: (kind: string) => `${kind}: الكل`,
  single: 'اختيار أنواع مفردة',
  typesOf: (count: number, shown: string) =>
    plural(count, 'ar', {
      one: 'نوع واحد',
      two: 'نوعان',
      few: `${shown} أنواع`,
      other: `${shown} نوعًا`,
    }),
  chosenOf: (chosen: number, all: number) => `${chosen} من ${all}`,
  chosen: (_count: number, shown: string) => `الأنواع المختارة: ${shown}.`,
  sends: 'ما يُرسل',
  contents: {
    ids: 'بلا نصوص',
    full: 'مع النصوص',
  } as Record<string, string>,
  contentHints: {
    ids: 'المعرّفات والحالات والأعداد والأوقات. ويجلب خادمك الباقي حين يحتاج إليه.',
    full: 'وكذلك نصوص الرسائل ومتغيرات العملاء والملاحظات. اختره لخادم يحق له أن يحصل عليها فقط.',
  } as Record<string, string>,
  how: 'كيف يُرسل',
  orders: {
    none: 'بلا ترتيب',
    by_subject: 'بالترتيب لكل مكالمة أو رسالة أو شخص',
  } as Record<string, string>,
  orderHints: {
    none: 'الأسرع: حتى عشر تسليمات في وقت واحد. ويقارن المستقبِل الأوقات.',
    by_subject: 'ينتظر الحدث التالي للمكالمة حتى يُسلَّم السابق أو يُتخلى عنه. ولا تنتظر المكالمات الأخرى.',
  } as Record<string, string>,
  rateHint: 'فارغ: بلا حد.',
  rateUnit: 'في الثانية',
}
