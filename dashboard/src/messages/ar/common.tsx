import type { ReactNode } from 'react'

export const common = {
  withheld: 'رقم محجوب',
  crumbs: 'موقع هذه الصفحة',
  product: 'Switchboard',
  loading: 'جارٍ التحميل',
  save: 'حفظ',
  discard: 'تجاهل',
  cancel: 'إلغاء',
  leaveTitle: 'هل تريد المغادرة دون حفظ؟',
  stay: 'البقاء',
  leave: 'المغادرة',
  leaveSaving: 'ما زالت التغييرات تُحفظ. يضيع ما يفشل حفظه وما كُتب بعد ذلك.',
  leaveTyped: 'سيضيع ما كتبته.',
  close: 'إغلاق',
  answerFirst: 'انتظر الجواب.',
  remove: 'إزالة',
  back: 'رجوع',
  tryAgain: 'إعادة المحاولة',
  changed: 'تم تغييره',
  optional: 'اختياري',
  asCurl: 'بصيغة curl',
  curlTitle: 'هذه الصفحة كطلب',
  curlHint: (
    <>
      ضع رمز وصول شخصيًا في <code>SWITCHBOARD_TOKEN</code>. يمكنك إنشاؤه في حسابك.
    </>
  ),
  curlHintProject: (
    <>
      ضع مفتاح مشروع في <code>SWITCHBOARD_KEY</code>.
    </>
  ),
  none: 'لا شيء',
  never: 'أبدًا',
  utc: (time: string) => `${time} UTC`,
  yourTime: (time: string, zone: string) => `${time} ${zone}، بتوقيتك`,
  page: (from: string, to: string, total: string) => `من ${from} إلى ${to} من أصل ${total}`,
  nextPage: (count: string) => `التالي (${count})`,
  previousPage: (count: string) => `السابق (${count})`,
  pages: 'صفحات القائمة',
  filters: 'عوامل التصفية',
  filtersChosen: (count: number) => `عوامل التصفية: ${count}`,
  search: 'بحث',
  allFilter: 'الكل',
  clearFilters: 'عرض الكل',
  noMatch: 'لا شيء يطابق عوامل التصفية هذه.',
  notFound: 'لا يوجد شيء على هذا العنوان.',
  notFoundNext: 'قد يكون العنوان خاطئًا، أو تابعًا لمشروع لا تملك صلاحية عرضه.',
  toStart: 'إلى البداية',
  pageFailed: 'تعذّر عرض هذه الصفحة.',
  pageFailedNext: 'ما حفظته محفوظ. أعد تحميل الصفحة؛ وإن تكرر الخطأ فأبلغ عن النص أدناه.',
  loadAgain: 'إعادة التحميل',
  newVersion: 'تم تحديث لوحة التحكم. أعد تحميلها للمتابعة.',
  notAllowed: (role: string) => `يتطلب هذا دور ${role}.`,
  askForRole: 'يمكن لمالك المؤسسة منحك إياه.',
  askOwners: (names: ReactNode) => <>يمكن أن يمنحك إياه {names}.</>,
  askOperator: 'يمكن لمن يدير هذا التثبيت أن يمنحك إياه.',
  forSomeProjects: 'هذا يخص المؤسسة بأكملها، ودورك يشمل بعض مشاريعها فقط.',
  askForAllProjects: 'يمكن لمالك المؤسسة أو أحد مشرفيها منحك إياه لجميع المشاريع.',
  roles: { viewer: 'مشاهد', editor: 'محرّر', admin: 'مشرف', owner: 'مالك', operator: 'مشغّل النظام' },
}
