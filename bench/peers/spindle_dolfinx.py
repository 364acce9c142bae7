# SPDX-License-Identifier: Apache-2.0
#
# `brawn bench peers`: the spindle in FEniCSx (dolfinx 0.5 to 0.9), the same energy as Brawn's.
#
#   python3 spindle_dolfinx.py FOLDER REPEATS [SOLVER]
#
# Reads points.f64, tets.i32 and held.i32 (0: free, 1: fixed, 2: moved) of FOLDER; writes the shape to
# dolfinx.f64 and the numbers to dolfinx.json. Timed is all of a solution with forms that are compiled:
# creation of matrix and solver, Newton's iterations, assembly, factors. SOLVER: cholesky or lu (MUMPS),
# gamg (conjugate gradients).

import json
import sys
import time

import numpy as np
import ufl
from dolfinx import __version__, fem, mesh, nls
from mpi4py import MPI
from petsc4py import PETSc

try:  # dolfinx 0.7 and later
    import basix.ufl

    vector_element = basix.ufl.element("Lagrange", "tetrahedron", 1, shape=(3,))
except ImportError:
    vector_element = ufl.VectorElement("Lagrange", "tetrahedron", 1)

YOUNG, POISSON, MOVE = 6e6, 0.49, (0.03, 0.015, 0.0)

folder, repeats = sys.argv[1], int(sys.argv[2])
solver_name = sys.argv[3] if len(sys.argv) > 3 else "cholesky"
comm = MPI.COMM_WORLD


def read_body():
    points = np.fromfile(folder + "/points.f64").reshape(-1, 3)
    tets = np.fromfile(folder + "/tets.i32", dtype=np.int32).reshape(-1, 4).astype(np.int64)
    held = np.fromfile(folder + "/held.i32", dtype=np.int32)
    return points, tets, held


def to_mesh(points, tets):
    if comm.rank != 0:
        points, tets = np.empty((0, 3)), np.empty((0, 4), dtype=np.int64)
    return mesh.create_mesh(comm, tets, points, ufl.Mesh(vector_element))


# input number of each block of dofs that this process knows
def number_dofs(body, space):
    cells = body.topology.index_map(3).size_local + body.topology.index_map(3).num_ghosts
    geometry, given = body.geometry.dofmap, np.array(body.geometry.input_global_indices)
    numbers = np.full(space.dofmap.index_map.size_local + space.dofmap.index_map.num_ghosts, -1)
    for c in range(cells):
        links = geometry.links(c) if hasattr(geometry, "links") else geometry[c]
        numbers[space.dofmap.cell_dofs(c)] = given[links]
    return numbers


def energy(u):
    mu = YOUNG / (2 * (1 + POISSON))
    la = YOUNG * POISSON / ((1 + POISSON) * (1 - 2 * POISSON))
    F = ufl.Identity(3) + ufl.grad(u)
    J = ufl.det(F)
    return mu / 2 * (ufl.inner(F, F) - 3) - mu * (J - 1) + (la + mu) / 2 * (J - 1) ** 2


def configure(ksp, space):
    pc = ksp.getPC()
    if solver_name == "gamg":
        ksp.setType("cg")
        ksp.setTolerances(rtol=1e-6, max_it=3000)
        pc.setType("gamg")
    else:
        ksp.setType("preonly")
        pc.setType(solver_name)
        pc.setFactorSolverType("mumps")


def spread(space, held, numbers, share):
    moved = fem.Function(space)
    where = held[numbers] == 2
    moved.x.array.reshape(-1, 3)[where] = share * np.array(MOVE)
    dofs = np.flatnonzero(held[numbers] > 0).astype(np.int32)
    return fem.dirichletbc(moved, dofs)


def rigid_modes(space, A):
    x = space.tabulate_dof_coordinates()[: space.dofmap.index_map.size_local]
    basis = []
    for k in range(6):
        v = A.createVecLeft()
        m = np.zeros_like(x)
        if k < 3:
            m[:, k] = 1
        else:
            a, b = [(0, 1), (1, 2), (2, 0)][k - 3]
            m[:, a], m[:, b] = -x[:, b], x[:, a]
        v.array[:] = m.ravel()
        basis.append(v)
    for i, v in enumerate(basis):
        for w in basis[:i]:
            v.axpy(-v.dot(w), w)
        v.normalize()
    return PETSc.NullSpace().create(vectors=basis, comm=comm)


def solve(space, u, forms, held, numbers):
    u.x.array[:] = 0
    problem = fem.petsc.NonlinearProblem(forms[0], u, bcs=[spread(space, held, numbers, 1)], J=forms[1])
    comm.barrier()
    begin, begin_cpu = time.perf_counter(), time.process_time()
    newton = nls.petsc.NewtonSolver(comm, problem)
    newton.rtol, newton.atol, newton.max_it = 1e-9, 1e-12, 50
    newton.convergence_criterion = "residual"
    configure(newton.krylov_solver, space)
    newton.A.setOption(PETSc.Mat.Option.SYMMETRIC, True)
    if solver_name == "gamg":
        newton.A.setNearNullSpace(rigid_modes(space, newton.A))
    iterations, _ = newton.solve(u)
    u.x.scatter_forward()
    comm.barrier()
    seconds, cpu = time.perf_counter() - begin, time.process_time() - begin_cpu
    b = newton.b
    problem.F(u.vector, b)
    return seconds, iterations, b.norm(), comm.allreduce(cpu)


def gather(u, space, numbers, points):
    own = space.dofmap.index_map.size_local
    parts = comm.gather((numbers[:own], u.x.array.reshape(-1, 3)[:own].copy()), root=0)
    shape = points.copy()
    for where, moved in parts or []:
        shape[where] += moved
    return shape


def main():
    points, tets, held = read_body()
    body = to_mesh(points, tets)
    space = fem.functionspace(body, ("Lagrange", 1, (3,))) if hasattr(fem, "functionspace") else (
        fem.VectorFunctionSpace(body, ("Lagrange", 1)))
    u = fem.Function(space)
    numbers = number_dofs(body, space)
    R = ufl.derivative(energy(u) * ufl.dx, u, ufl.TestFunction(space))
    forms = R, ufl.derivative(R, u, ufl.TrialFunction(space))
    fem.petsc.NonlinearProblem(forms[0], u, bcs=[], J=forms[1])  # compiles
    runs = [solve(space, u, forms, held, numbers) for _ in range(repeats)]
    shape = gather(u, space, numbers, points)
    if comm.rank == 0:
        shape.tofile(folder + "/dolfinx.f64")
        result = {"version": __version__, "solver": solver_name, "seconds": [r[0] for r in runs], "cpu_seconds": [r[3] for r in runs],
                  "iterations": runs[-1][1], "residual": runs[-1][2]}
        with open(folder + "/dolfinx.json", "w") as file:
            json.dump(result, file)


main()
