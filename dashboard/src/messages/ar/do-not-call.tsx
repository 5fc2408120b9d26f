import type { ReactNode } from 'react'

/** Numbers that nobody of an organization may call. */
export const doNotCall = {
  title: 'قائمة عدم الاتصال',
  lead: (count: string) => `لا يجوز لأحد في المنظمة الاتصال بما في هذه القائمة. العدد: ${count}.`,
  none: 'يجوز الاتصال بكل الأرقام.',
  noneNext: 'يظهر هنا من يقول في مكالمة إنه لا يريد مكالمات أخرى. ويمكنك إضافة أرقام بنفسك.',
  add: 'إضافة…',
  end: 'إنهاء…',
  endLabel: (number: string) => `إنهاء قيد \u2066${number}\u2069`,
  search: 'رقم أو بعض أرقامه',
  shows: 'القيود',
  showAll: 'مع ما انتهى',
  number: 'الرقم',
  erased: 'ممحو',
  source: 'الطريقة',
  sources: {
    voice: 'قال ذلك في مكالمة',
    keys: 'ضغط مفتاحًا في مكالمة',
    whatsapp: 'كتب STOP',
    api: 'بواسطة برنامج',
    dashboard: 'أُدخل هنا',
    cli: 'بأمر',
    import: 'من ملف',
  } as Record<string, string>,
  by: (name: ReactNode) => <>بواسطة {name}</>,
  since: 'منذ',
  until: (at: ReactNode) => <>حتى {at}</>,
  ended: (at: ReactNode) => <>انتهى {at}</>,
  why: 'السبب',
  addTitle: 'إضافة إلى قائمة عدم الاتصال',
  addLead: 'بعد الإضافة لا تبدأ أي مكالمة إليها في أي مشروع، وتُلغى المكالمات المنتظرة.',
  numbers: 'الأرقام',
  numbersHint: 'رقم في كل سطر مع رمز الدولة، مثل \u2066+14155550123\u2069؛ حتى 10,000.',
  whyHint: 'مثلًا كيف طلبوا ذلك. يُحفظ مع القيد.',
  addNow: 'إضافة',
  needsNumbers: 'اكتب رقمًا واحدًا على الأقل.',
  added: (count: string, canceled: string) => `أُضيف: ${count}. المكالمات المنتظرة الملغاة: ${canceled}.`,
  endTitle: 'إنهاء قيد',
  endLead: (number: ReactNode) => <>يجوز بعد ذلك الاتصال بـ {number}. افعل هذا فقط إن طلبه الشخص.</>,
  endNow: 'إنهاء',
  needsReason: 'اكتب سببًا.',
  endedToast: (number: ReactNode) => <>يجوز الاتصال بـ {number} مجددًا.</>,
  onPerson: 'المكالمات',
  mayCall: 'يجوز الاتصال به: لا رقم له في قائمة عدم الاتصال.',
  notCalled: (number: ReactNode, how: string, at: ReactNode) => (
    <>
      {number} في قائمة عدم الاتصال: {how}، {at}
    </>
  ),
  toList: 'إلى القائمة',
}
