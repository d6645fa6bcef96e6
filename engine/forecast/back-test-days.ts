/** The age of the forecast that the back-test examines, in days. Pages that load no forecast need it too. */
export const BACK_TEST_DAYS = 30;
