import type { UiTexts } from '../../ui/ui-texts.ts'

/** What parts say by themselves. */
export const ui: UiTexts = {
  close: 'إغلاق',
  copy: 'نسخ',
  copied: 'تم النسخ',
  copyFailed: 'حدّد النص وانسخه يدويًا',
  optional: 'اختياري',
  more: 'المزيد',
  showAsTable: 'كجدول',
  showAsChart: 'كرسم بياني',
  increase: 'زيادة',
  decrease: 'تقليل',
  showChoices: 'عرض الخيارات',
  showPassword: 'إظهار',
  hidePassword: 'إخفاء',
  nothingMatches: 'لا توجد نتائج مطابقة.',
  notifications: 'الإشعارات',
  now: 'الآن',
  sortBy: 'الترتيب حسب',
  noNumber: (example) => `هذا ليس رقمًا. اكتبه هكذا: ${example}.`,
}
