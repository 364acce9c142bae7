// SPDX-License-Identifier: Apache-2.0
//
// A real server and clients that mean no good.

#include "studio/stream_test.h"
#include "studio/studio_test.h"

#include <pthread.h>
#include <sys/stat.h>

// ------------------------------------------------------------------------------------ as it should

static void everything_of_the_stream_is_served(void** state) {
  (void)state;
  StudioTest test = studio_serve();
  static const char* const list[] = {"",
                                     "page.js",
                                     "page.css",
                                     "runs.json",
                                     "0/run.json",
                                     "0/status.json",
                                     "0/mesh.bin",
                                     "0/skins.bin",
                                     "0/frames/3.bin?values=stress",
                                     "0/meshframes/0.bin?values=stretch",
                                     "0/tables/muscles.csv"};
  for (size_t i = 0; i < sizeof list / sizeof *list; i++) {
    Answer answer = client_get(&test, list[i]);
    ENSURE_INT(answer.status, 200);
    ENSURE(answer.size > 0);
    if (strstr(list[i], ".bin")) {
      StreamFile file = stream_open(answer.body, answer.size);
      stream_close(&file);
    }
    if (strstr(list[i], ".json")) {
      json_t* value = json_loadb(answer.body, answer.size, JSON_REJECT_DUPLICATES, NULL);
      ENSURE(json_is_object(value));
      json_decref(value);
      ENSURE(strstr(answer.head, "Content-Type: application/json\r\n"));
    }
    free(answer.body);
  }
  studio_done(&test);
}

static void every_answer_keeps_the_page_to_itself(void** state) {
  (void)state;
  StudioTest test = studio_serve();
  static const char* const list[] = {"", "0/status.json", "0/frames/0.bin", "nothing"};
  static const char* const wanted[] = {
      "Content-Security-Policy: default-src 'none'; script-src 'self'",
      "X-Content-Type-Options: nosniff\r\n",
      "Referrer-Policy: no-referrer\r\n",
      "Cross-Origin-Opener-Policy: same-origin\r\n",
      "Cross-Origin-Embedder-Policy: require-corp\r\n",
      "frame-ancestors 'none'",
      "Cache-Control: "};
  for (size_t i = 0; i < sizeof list / sizeof *list; i++) {
    Answer answer = client_get(&test, list[i]);
    for (size_t k = 0; k < sizeof wanted / sizeof *wanted; k++) {
      ENSURE(strstr(answer.head, wanted[k]));
    }
    ENSURE(!strstr(answer.head, "Access-Control-Allow"));
    free(answer.body);
  }
  Answer frame = client_get(&test, "0/frames/0.bin"), status = client_get(&test, "0/status.json");
  ENSURE(strstr(frame.head, "Cache-Control: private, max-age=3600\r\n"));
  ENSURE(strstr(status.head, "Cache-Control: no-store\r\n"));
  free(frame.body);
  free(status.body);
  studio_done(&test);
}

static void the_head_alone_has_no_body(void** state) {
  (void)state;
  StudioTest test = studio_serve();
  char target[100];
  int file = client_open(&test);
  snprintf(target, sizeof target, "/%s/page.js", test.token);
  client_request(file, &test, "HEAD", target, "");
  Answer head = client_hear(file, true);
  char nothing[100];
  snprintf(nothing, sizeof nothing, "/%s/0/nothing", test.token);
  client_request(file, &test, "HEAD", nothing, "");
  Answer missing = client_hear(file, true);
  ENSURE_INT(missing.status, 404);
  free(missing.body);
  client_request(file, &test, "GET", target, "Connection: close\r\n");
  Answer whole = client_hear(file, false);
  ENSURE(head.status == 200 && whole.status == 200 && head.size == whole.size);
  ENSURE(strstr(whole.head, "Connection: close\r\n"));
  ENSURE(client_is_shut(file));
  free(head.body);
  free(whole.body);
  close(file);
  studio_done(&test);
}

static void what_is_not_there_is_told(void** state) {
  (void)state;
  StudioTest test = studio_serve();
  Answer frame = client_get(&test, "0/frames/4.bin"),
         value = client_get(&test, "0/frames/0.bin?values=x");
  ENSURE_INT(frame.status, 404);
  ENSURE(strstr(frame.body, "there are 4, from 0"));
  ENSURE_INT(value.status, 404);
  ENSURE(strstr(value.body, "stretch"));
  Answer run = client_get(&test, "1/run.json"), table = client_get(&test, "0/tables/joints.csv");
  ENSURE(run.status == 404 && table.status == 404);
  free(frame.body), free(value.body), free(run.body), free(table.body);
  studio_done(&test);
}

static void stopping_takes_a_post_and_the_token(void** state) {
  (void)state;
  StudioTest test = studio_serve();
  char target[100];
  snprintf(target, sizeof target, "/%s/0/stop", test.token);
  const struct {
    const char *method, *target, *more;
    int status;
  } list[] = {
      {"GET", target, "", 405},
      {"POST", "/0/stop", "", 403},
      {"POST", target, "Origin: http://evil.example\r\n", 403},
      {"POST", target, "Origin: null\r\n", 403},
      {"POST", target, "Content-Length: 2\r\n", 409}, // nothing is running
      {"POST", target, "Content-Length: 2000\r\n", 413},
  };
  for (size_t i = 0; i < sizeof list / sizeof *list; i++) {
    int file = client_open(&test);
    client_request(file, &test, list[i].method, list[i].target, list[i].more);
    client_say(file, "{}", 2);
    Answer answer = client_hear(file, false);
    ENSURE_INT(answer.status, list[i].status);
    free(answer.body);
    close(file);
  }
  studio_done(&test);
}

// ----------------------------------------------------------------------------------------- hostile

static void paths_do_not_lead_out(void** state) {
  (void)state;
  StudioTest test = studio_serve();
  static const struct {
    const char* path;
    int status;
  } list[] = {
      {"../etc/passwd", 404},
      {"../../../../etc/passwd", 404},
      {"%2e%2e/%2e%2e/etc/passwd", 400},
      {"%252e%252e/etc/passwd", 400},
      {"..%2f..%2fetc/passwd", 400},
      {"..%c0%af..%c0%afetc/passwd", 400},
      {"0/tables/../run.json", 404},
      {"0/tables/run.csv%00.bin", 400},
      {"0/tables/run.scene.json", 404},
      {"0/tables/run.checkpoint", 404},
      {"0/frames/../../0.bin", 404},
      {"0/frames//etc/passwd", 404},
      {"..\\..\\etc\\passwd", 400},
      {"0/frames/-1.bin", 404},
      {"file:///etc/passwd", 400},
      {"0/frames/0.bin?values=../../etc/passwd", 404},
  };
  for (size_t i = 0; i < sizeof list / sizeof *list; i++) {
    Answer answer = client_get(&test, list[i].path);
    if (answer.status != list[i].status) print_error("%s: %d\n", list[i].path, answer.status);
    ENSURE_INT(answer.status, list[i].status);
    ENSURE(!strstr(answer.body, "root:"));
    free(answer.body);
  }
  studio_done(&test);
}

static void without_the_token_there_is_nothing(void** state) {
  (void)state;
  StudioTest test = studio_serve();
  char wrong[64];
  memcpy(wrong, test.token, sizeof wrong);
  wrong[31] = (char)(wrong[31] == '0' ? '1' : '0');
  char targets[5][100] = {"/", "/runs.json", "/favicon.ico", "/0/stop"};
  snprintf(targets[4], sizeof targets[4], "/%s/runs.json", wrong);
  char first[256] = "";
  for (int i = 0; i < 5; i++) {
    int file = client_open(&test);
    client_request(file, &test, "GET", targets[i], "");
    Answer answer = client_hear(file, false);
    ENSURE_INT(answer.status, 403);
    if (i == 0) snprintf(first, sizeof first, "%s", answer.body);
    assert_string_equal(answer.body, first); // no hints
    free(answer.body);
    close(file);
  }
  studio_done(&test);
}

static void other_hosts_are_refused(void** state) {
  (void)state;
  StudioTest test = studio_serve();
  static const struct {
    const char* host;
    int status;
  } list[] = {{"evil.example", 403},
              {"evil.example:%d", 403},
              {"127.0.0.1", 403},
              {"127.0.0.1:%d", 200},
              {"localhost:%d", 200},
              {"[::1]:%d", 200},
              {"", 403},
              {"127.0.0.1:%d\r\nHost: 127.0.0.1:%d", 400}};
  for (size_t i = 0; i < sizeof list / sizeof *list; i++) {
    char host[200], text[400];
    int port = brn_studio_port(test.studio);
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
    snprintf(host, sizeof host, list[i].host, port, port);
#pragma GCC diagnostic pop
    int size = snprintf(text, sizeof text, "GET /%s/runs.json HTTP/1.1\r\nHost: %s\r\n\r\n",
                        test.token, host);
    ENSURE_INT(client_status(&test, text, (size_t)size), list[i].status);
  }
  studio_done(&test);
}

static void malformed_requests_are_answered_and_shut_out(void** state) {
  (void)state;
  StudioTest test = studio_serve();
  static const struct {
    const char* text;
    size_t size; // 0: of the text
    int status;
  } list[] = {
      {"GET /\r\n\r\n", 0, 400},
      {"hello\r\n\r\n", 0, 400},
      {"\r\n\r\n", 0, 400},
      {"GET http://127.0.0.1/ HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n", 0, 403},
      {"BREW / HTTP/1.1\r\nHost: x\r\n\r\n", 0, 403},
      {"GET / HTTP/9.9\r\nHost: x\r\n\r\n", 0, 505},
      {"GET / HTTP/1.1\r\n\r\n", 0, 400},
      {"GET /\0 HTTP/1.1\r\nHost: x\r\n\r\n", 28, 400},
      {"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n", 15, 400},
      {"POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n5\r\n", 0, 400},
  };
  for (size_t i = 0; i < sizeof list / sizeof *list; i++) {
    int file = client_open(&test);
    client_say(file, list[i].text, list[i].size ? list[i].size : strlen(list[i].text));
    Answer answer = client_hear(file, false);
    if (answer.status != list[i].status) print_error("%zu: %d\n", i, answer.status);
    ENSURE_INT(answer.status, list[i].status);
    ENSURE(client_is_shut(file));
    free(answer.body);
    close(file);
  }
  studio_done(&test);
}

static void absolute_addresses_and_methods_are_refused(void** state) {
  (void)state;
  StudioTest test = studio_serve();
  char target[200];
  static const char* const methods[] = {"PUT", "DELETE", "OPTIONS", "TRACE", "CONNECT", "PROPFIND"};
  snprintf(target, sizeof target, "/%s/runs.json", test.token);
  for (size_t i = 0; i < sizeof methods / sizeof *methods; i++) {
    int file = client_open(&test);
    client_request(file, &test, methods[i], target, "");
    Answer answer = client_hear(file, false);
    ENSURE_INT(answer.status, 405);
    free(answer.body);
    close(file);
  }
  int file = client_open(&test);
  snprintf(target, sizeof target, "http://127.0.0.1:%d/%s/runs.json", brn_studio_port(test.studio),
           test.token);
  client_request(file, &test, "GET", target, "");
  Answer answer = client_hear(file, false);
  ENSURE_INT(answer.status, 400);
  free(answer.body);
  close(file);
  studio_done(&test);
}

static void long_requests_are_cut_off(void** state) {
  (void)state;
  StudioTest test = studio_serve();
  enum { SIZE = 300000 };
  char* text = malloc(SIZE);
  memset(text, 'a', SIZE);
  memcpy(text, "GET /", 5);
  ENSURE_INT(client_status(&test, text, SIZE), 414);
  memcpy(text, "GET / HTTP/1.1\r\nHost: x\r\nX: ", 29);
  ENSURE_INT(client_status(&test, text, SIZE), 431);
  memcpy(text, "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 299900\r\n\r\n", 52);
  ENSURE_INT(client_status(&test, text, SIZE), 413);
  free(text);
  studio_done(&test);
}

static void links_that_lead_out_are_refused(void** state) {
  (void)state;
  StudioTest test = studio_run();
  char secret[200];
  snprintf(secret, sizeof secret, "%s/secret", test.run.folder);
  FILE* file = fopen(secret, "w");
  fputs("frame\nsecret\n", file);
  fclose(file);
  ENSURE_INT(remove(run_path(&test.run, "muscles.csv")), 0);
  ENSURE_INT(symlink(secret, run_path(&test.run, "muscles.csv")), 0);
  ENSURE_INT(remove(run_path(&test.run, "parts.csv")), 0);
  ENSURE_INT(mkfifo(run_path(&test.run, "parts.csv"), 0600), 0);
  char out[200], *frame = run_path(&test.run, "frames/bar.0002.vtu");
  snprintf(out, sizeof out, "%s/bar.0002.vtu", test.run.folder);
  ENSURE_INT(rename(frame, out), 0);
  ENSURE_INT(symlink(out, frame), 0);
  studio_start(&test, brn_studio_def_default());
  Answer table = client_get(&test, "0/tables/muscles.csv"),
         fifo = client_get(&test, "0/tables/parts.csv");
  ENSURE(table.status == 404 && fifo.status == 404);
  ENSURE(!strstr(table.body, "secret"));
  Answer moved = client_get(&test, "0/frames/1.bin"), fine = client_get(&test, "0/frames/2.bin");
  ENSURE(moved.status == 403 && fine.status == 200);
  ENSURE(strstr(moved.body, "leads out of the folder"));
  Answer about = client_get(&test, "0/run.json");
  ENSURE(!strstr(about.body, "muscles.csv") && strstr(about.body, "run.csv"));
  free(table.body), free(fifo.body), free(moved.body), free(fine.body), free(about.body);
  studio_done(&test);
}

// -------------------------------------------------------------------------------------- many, slow

static void requests_may_come_all_at_once(void** state) {
  (void)state;
  StudioTest test = studio_serve();
  int file = client_open(&test);
  char text[4000] = "";
  for (int i = 0; i < 8; i++) {
    size_t used = strlen(text);
    snprintf(text + used, sizeof text - used,
             "GET /%s/0/frames/%d.bin HTTP/1.1\r\nHost: localhost:%d\r\n\r\n", test.token, i % 4,
             brn_studio_port(test.studio));
  }
  client_say(file, text, strlen(text));
  Answer first[4];
  for (int i = 0; i < 8; i++) {
    Answer answer = client_hear(file, false);
    ENSURE_INT(answer.status, 200);
    if (i < 4) {
      first[i] = answer;
      continue;
    }
    ENSURE_INT(answer.size, first[i - 4].size);
    assert_memory_equal(answer.body, first[i - 4].body, answer.size);
    free(answer.body);
  }
  ENSURE(memcmp(first[0].body, first[3].body, first[0].size) != 0);
  for (int i = 0; i < 4; i++) free(first[i].body);
  close(file);
  studio_done(&test);
}

typedef struct Client {
  const StudioTest* test;
  int number;
  bool right;
} Client;

// each asks for all frames, in an order of its own, over one connection
static void* ask_for_frames(void* user) {
  Client* client = user;
  char target[200];
  int file = client_open(client->test);
  client->right = true;
  for (int i = 0; i < 12; i++) {
    int frame = (client->number + 3 * i) % 4;
    snprintf(target, sizeof target, "/%s/0/%s/%d.bin?values=%s", client->test->token,
             client->number % 2 ? "frames" : "meshframes", frame, i % 3 ? "stress" : "stretch");
    client_request(file, client->test, "GET", target, "");
    Answer answer = client_hear(file, false);
    StreamFile stream = stream_open(answer.body, answer.size);
    StreamArray position = stream_array(&stream, "position", "u16", 3);
    bool moved = frame > 0;
    client->right &= answer.status == 200 && position.count > 10;
    client->right &= moved || position.high[0] > position.low[0];
    stream_close(&stream);
    free(answer.body);
  }
  close(file);
  return NULL;
}

static void fifty_clients_get_their_frames(void** state) {
  (void)state;
  enum { CLIENTS = 50 };
  StudioTest test = studio_serve();
  pthread_t thread[CLIENTS];
  Client client[CLIENTS];
  for (int i = 0; i < CLIENTS; i++) {
    client[i] = (Client){&test, i, false};
    ENSURE_INT(pthread_create(&thread[i], NULL, ask_for_frames, &client[i]), 0);
  }
  for (int i = 0; i < CLIENTS; i++) {
    pthread_join(thread[i], NULL);
    ENSURE(client[i].right);
  }
  studio_done(&test);
}

static void slow_clients_keep_nobody_waiting(void** state) {
  (void)state;
  StudioTest test = studio_run();
  BrnStudioDef def = brn_studio_def_default();
  def.clients = 8;
  def.patience = 0.3;
  studio_start(&test, def);
  int slow[12];
  for (int i = 0; i < 12; i++) {
    slow[i] = client_open(&test);
    client_say(slow[i], "GET / HT", i < 6 ? 8 : 0); // half a request, or nothing at all
  }
  Answer answer = client_get(&test, "runs.json");
  ENSURE_INT(answer.status, 200);
  free(answer.body);
  Answer late = client_hear(slow[5], false); // those before it had to make room
  ENSURE_INT(late.status, 408);
  free(late.body);
  for (int i = 0; i < 12; i++) {
    if (i != 5) ENSURE(client_is_shut(slow[i]));
    close(slow[i]);
  }
  studio_done(&test);
}

enum { STRANGERS = 300 };

static void come_in_crowds(const StudioTest* test, int* crowd) {
  for (int i = 0; i < STRANGERS; i++) {
    crowd[i] = client_open(test);
    client_say(crowd[i], "GET /0123456789abcdef", 21);
  }
}

// Half a request of everybody, more of them than there are places: who has the token comes in at
// once, and who is in stays.
static void strangers_do_not_keep_the_owner_out(void** state) {
  (void)state;
  StudioTest test = studio_serve();
  int crowd[2][STRANGERS], file = client_open(&test);
  char target[100];
  snprintf(target, sizeof target, "/%s/runs.json", test.token);
  for (int round = 0; round < 2; round++) {
    client_request(file, &test, "GET", target, "");
    Answer inside = client_hear(file, false);
    ENSURE_INT(inside.status, 200);
    free(inside.body);
    double begin = brn__seconds();
    come_in_crowds(&test, crowd[round]);
    Answer answer = client_get(&test, "runs.json");
    ENSURE_INT(answer.status, 200);
    ENSURE(brn__seconds() - begin < 5); // they had ten seconds each, before
    free(answer.body);
  }
  for (int i = 0; i < STRANGERS; i++) close(crowd[0][i]), close(crowd[1][i]);
  close(file);
  studio_done(&test);
}

static void a_client_that_takes_nothing_is_dropped(void** state) {
  (void)state;
  StudioTest test = studio_run();
  BrnStudioDef def = brn_studio_def_default();
  def.patience = 0.3;
  studio_start(&test, def);
  char target[100];
  int file = client_open(&test);
  snprintf(target, sizeof target, "/%s/page.js", test.token);
  for (int i = 0; i < 40; i++) client_request(file, &test, "GET", target, "");
  usleep(800000);
  size_t all = 0;
  char waste[65536];
  for (ssize_t got; (got = recv(file, waste, sizeof waste, 0)) > 0;) all += (size_t)got;
  ENSURE(all < 40 * 600000u); // it was shut before the last answer
  Answer answer = client_get(&test, "runs.json");
  ENSURE_INT(answer.status, 200);
  free(answer.body);
  close(file);
  studio_done(&test);
}

static void a_request_may_come_byte_by_byte(void** state) {
  (void)state;
  StudioTest test = studio_serve();
  char text[300];
  int file = client_open(&test);
  int size =
      snprintf(text, sizeof text,
               "POST /%s/0/stop HTTP/1.1\r\nHost: localhost:%d\r\nContent-"
               "Length: 5\r\n\r\nhelloGET /%s/runs.json HTTP/1.1\r\nHost: localhost:%d\r\n\r\n",
               test.token, brn_studio_port(test.studio), test.token, brn_studio_port(test.studio));
  for (int i = 0; i < size; i++) {
    client_say(file, text + i, 1);
    usleep(200);
  }
  Answer stop = client_hear(file, false), runs = client_hear(file, false);
  ENSURE_INT(stop.status, 409);
  ENSURE_INT(runs.status, 200);
  free(stop.body), free(runs.body);
  close(file);
  studio_done(&test);
}

// -------------------------------------------------------------------------------- starting, ending

static void a_taken_port_is_told(void** state) {
  (void)state;
  StudioTest test = studio_serve();
  BrnStudio* other;
  BrnStudioDef def = brn_studio_def_default();
  def.port = brn_studio_port(test.studio);
  BrnContext* ctx = test_context();
  BrnReplay* replay;
  ENSURE_OK(ctx, brn_replay_open(ctx, test.run.out, NULL, &replay));
  ENSURE_STATUS(ctx, brn_studio_create(ctx, &replay, 1, &def, &other), BRN_IO_FAILED);
  ENSURE_ERROR_HAS(ctx, "leave the port out");
  ENSURE(!other);
  def.host = "example.org";
  ENSURE_STATUS(ctx, brn_studio_create(ctx, &replay, 1, &def, &other), BRN_INVALID);
  ENSURE_ERROR_HAS(ctx, "example.org");
  brn_replay_close(ctx, replay);
  test_context_done(ctx);
  studio_done(&test);
}

static void failed_allocations_leave_nothing(void** state) {
  (void)state;
  StudioTest test = studio_run();
  BrnStudioDef def = brn_studio_def_default();
  def.port = 0;
  size_t before = brn_byte_count(test.run.ctx);
  for (int k = 0;; k++) {
    brn_fail_allocation(test.run.ctx, k);
    BrnStatus status = brn_studio_create(test.run.ctx, &test.replay, 1, &def, &test.studio);
    brn_fail_allocation(test.run.ctx, -1);
    if (status == BRN_OK) break;
    ENSURE_INT(status, BRN_NO_MEMORY);
    ENSURE_INT(brn_byte_count(test.run.ctx), before);
  }
  studio_done(&test);
}

TEST_MAIN(cmocka_unit_test(everything_of_the_stream_is_served),
          cmocka_unit_test(every_answer_keeps_the_page_to_itself),
          cmocka_unit_test(the_head_alone_has_no_body), cmocka_unit_test(what_is_not_there_is_told),
          cmocka_unit_test(stopping_takes_a_post_and_the_token),
          cmocka_unit_test(paths_do_not_lead_out),
          cmocka_unit_test(without_the_token_there_is_nothing),
          cmocka_unit_test(other_hosts_are_refused),
          cmocka_unit_test(malformed_requests_are_answered_and_shut_out),
          cmocka_unit_test(absolute_addresses_and_methods_are_refused),
          cmocka_unit_test(long_requests_are_cut_off),
          cmocka_unit_test(links_that_lead_out_are_refused),
          cmocka_unit_test(requests_may_come_all_at_once),
          cmocka_unit_test(fifty_clients_get_their_frames),
          cmocka_unit_test(slow_clients_keep_nobody_waiting),
          cmocka_unit_test(strangers_do_not_keep_the_owner_out),
          cmocka_unit_test(a_client_that_takes_nothing_is_dropped),
          cmocka_unit_test(a_request_may_come_byte_by_byte), cmocka_unit_test(a_taken_port_is_told),
          cmocka_unit_test(failed_allocations_leave_nothing))
