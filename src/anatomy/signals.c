// SPDX-License-Identifier: Apache-2.0

#include "anatomy/pieces.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

// Signals in an order in which each comes after those it is made of, and the units they activate.

typedef struct Order {
  const BrnScene* scene;
  int* place; // of each signal of the scene in the model's list; -1: none yet
} Order;

// ------------------------------------------------------------------------------------------ names

static int find_signal(const BrnScene* scene, const char* name) {
  int i = 0;
  while (i < scene->signal_count && strcmp(scene->signal[i].name, name) != 0) i++;
  BRN_ASSERT(i < scene->signal_count);
  return i;
}

static int find_sensor(const BrnModel* model, const char* name) {
  int s = 0;
  while (s < model->sensor_count && strcmp(model->sensor[s].name, name) != 0) s++;
  BRN_ASSERT(s < model->sensor_count);
  return s;
}

// ------------------------------------------------------------------------------------------ order

static char** parts_of(const BrnSceneSignal* signal, int* count) {
  *count = signal->sum_count > 0 ? signal->sum_count : signal->product_count;
  return signal->sum_count > 0 ? signal->sum : signal->product;
}

// does it wait for a signal that is not there yet?
static bool waits(const Order* order, int index) {
  int count;
  char** name = parts_of(&order->scene->signal[index], &count);
  for (int i = 0; i < count; i++) {
    if (order->place[find_signal(order->scene, name[i])] < 0) return true;
  }
  return false;
}

// ---------------------------------------------------------------------------------------- signals

static bool has_value(const BrnSceneSignal* signal) {
  return signal->value.key_count > 0 || !isnan(signal->value.value);
}

static BrnStatus set_curve(BrnBuild* build, const char* where, const BrnSceneSignal* signal,
                           BrnModelSignal* out) {
  if (signal->curve_count == 0) return BRN_OK;
  BrnSceneValue value = {.key = signal->curve,
                         .key_count = signal->curve_count,
                         .curve = signal->shape,
                         .repeat = BRN_SCENE_HOLD};
  BrnWhere curve = brn__where("%s.curve", where);
  return brn__build_track(build, curve.text, BRN_TRACK_SCALAR, &value, 1, &out->curve);
}

static BrnStatus set_parts(BrnBuild* build, const Order* order, const BrnSceneSignal* signal,
                           BrnModelSignal* out) {
  int count;
  char** name = parts_of(signal, &count);
  out->multiply = signal->product_count > 0;
  if (count == 0) return BRN_OK;
  out->of = brn__new(build->ctx, count, int);
  if (!out->of) return BRN_NO_MEMORY;
  for (int i = 0; i < count; i++) {
    out->of[out->of_count++] = order->place[find_signal(order->scene, name[i])];
  }
  return BRN_OK;
}

static void set_trigger(const BrnSceneTrigger* trigger, BrnModelSignal* out) {
  out->has_trigger = trigger != NULL;
  if (!trigger) return;
  out->threshold = trigger->threshold;
  out->peak = trigger->peak;
  out->hold = trigger->hold;
  out->relax = trigger->relax;
}

static BrnStatus make_signal(BrnBuild* build, const Order* order, int index) {
  BrnModel* model = build->model;
  const BrnSceneSignal* signal = &order->scene->signal[index];
  BrnWhere where = brn__where("signals.%s", signal->name);
  order->place[index] = model->signal_count;
  BrnModelSignal* out = &model->signal[model->signal_count++];
  *out = (BrnModelSignal){.sensor = -1, .weight = signal->weight};
  out->name = brn__strdup(build->ctx, signal->name);
  if (!out->name) return BRN_NO_MEMORY;
  if (signal->sensor) out->sensor = find_sensor(model, signal->sensor);
  if (has_value(signal)) {
    BRN_TRY(brn__build_track(build, where.text, BRN_TRACK_SCALAR, &signal->value, 1, &out->value));
  }
  BRN_TRY(set_parts(build, order, signal, out));
  set_trigger(signal->trigger, out);
  return set_curve(build, where.text, signal, out);
}

// every pass makes those that wait for nothing any more; there are no rings
static BrnStatus make_signals(BrnBuild* build, const Order* order) {
  int count = order->scene->signal_count;
  for (int i = 0; i < count; i++) order->place[i] = -1;
  while (build->model->signal_count < count) {
    int before = build->model->signal_count;
    for (int i = 0; i < count; i++) {
      if (order->place[i] < 0 && !waits(order, i)) BRN_TRY(make_signal(build, order, i));
    }
    BRN_ASSERT(build->model->signal_count > before);
  }
  return BRN_OK;
}

// ------------------------------------------------------------------------------------------ units

static void activate_units(BrnModel* model, const Order* order) {
  for (int u = 0; u < model->unit_count; u++) {
    BrnModelUnit* unit = &model->unit_list[u];
    const BrnSceneMuscle* muscle = &order->scene->muscle[unit->muscle];
    int index = u - model->muscle[unit->muscle].first_unit;
    const char* own = muscle->unit_count > 0 ? muscle->unit[index].signal : NULL;
    const char* name = own ? own : muscle->signal;
    if (name) unit->signal = order->place[find_signal(order->scene, name)];
  }
}

BrnStatus brn__build_signals(BrnBuild* build) {
  BrnScratchMark mark = brn__scratch_mark(build->ctx);
  int count = build->scene->signal_count;
  Order order = {build->scene, brn__scratch(build->ctx, count + 1, int)};
  BrnStatus status = order.place ? BRN_OK : BRN_NO_MEMORY;
  if (status == BRN_OK && count > 0) {
    build->model->signal = brn__new_zero(build->ctx, count, BrnModelSignal);
    status = build->model->signal ? make_signals(build, &order) : BRN_NO_MEMORY;
  }
  if (status == BRN_OK) activate_units(build->model, &order);
  brn__scratch_release(build->ctx, mark);
  return status;
}
