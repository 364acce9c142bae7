#include "test.h"
static void placeholder(void** state) { (void)state; }
TEST_MAIN(cmocka_unit_test(placeholder))
